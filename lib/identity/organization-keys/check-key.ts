import 'server-only'
import { env } from '@/lib/core/env'
import { callOut, OutboundError, type OutboundAnswer } from '@/lib/core/http/outbound'
import type { KeyProviderName, KeyState } from './schema'

const DEADLINE_MS = 8000

const below = (base: string, path: string) => `${base.replace(/\/$/, '')}${path}`

/** The cheapest question that only a good key is answered. */
const questions: Record<KeyProviderName, (key: string) => { address: string; headers: Record<string, string> }> = {
  gemini: (key) => ({
    address: below(env().GEMINI_BASE_URL, `/models/${encodeURIComponent(env().GEMINI_MODEL)}`),
    headers: { 'x-goog-api-key': key },
  }),
  // A task that cannot exist: a valid key is answered that it is missing.
  manus: (key) => ({
    address: below(env().MANUS_BASE_URL, '/v2/task.detail?task_id=mascate-key-check'),
    headers: { 'x-manus-api-key': key },
  }),
}

/** Asks the maker once. Never throws: what cannot be reached is an answer too. */
export async function checkKey(provider: KeyProviderName, key: string): Promise<KeyState> {
  const { address, headers } = questions[provider](key)
  const allow = [new URL(address).host]
  try {
    return judge(provider, await callOut(address, { allow, headers, timeoutMs: DEADLINE_MS }))
  } catch (error) {
    if (error instanceof OutboundError) return 'unreachable'
    throw error
  }
}

function judge(provider: KeyProviderName, { status, body }: OutboundAnswer): KeyState {
  if (status >= 200 && status < 300) return 'works'
  if (status === 429) return 'busy'
  if (status === 401 || status === 403) return 'refused'
  if (provider === 'gemini') {
    // A bad key is 400 there, not 401.
    if (status === 400) return 'refused'
    return status === 404 ? 'modelUnknown' : 'unreachable'
  }
  const isAnswer = /"ok"\s*:\s*false/.test(body.toString('utf8'))
  return isAnswer && (status === 400 || status === 404) ? 'works' : 'unreachable'
}

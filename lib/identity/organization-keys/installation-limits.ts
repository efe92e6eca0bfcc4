import 'server-only'
import { env } from '@/lib/core/env'
import type { KeyProvider } from '@/lib/generated/prisma/client'
import { adjustCalls, isSpent, takeCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import type { ProviderKey } from './keys'

const DAY_SECONDS = 86_400
const ALL_COMPANIES = 'all'

const limits: Record<KeyProvider, () => CallLimit> = {
  gemini: () => ({ name: 'installation-tokens', points: env().INSTALLATION_DAY_TOKENS, seconds: DAY_SECONDS }),
  manus: () => ({ name: 'installation-tasks', points: env().INSTALLATION_DAY_TASKS, seconds: DAY_SECONDS }),
}
/**
 * A company has no more than a tenth of it, or three tasks: the maker of one company does not use up the day of all.
 */
const SHARE = 10
const LEAST: Record<KeyProvider, number> = { gemini: 1, manus: 3 }

function shareOf(provider: KeyProvider): CallLimit {
  const { name, points, seconds } = limits[provider]()
  return { name: `${name}-share`, points: Math.max(LEAST[provider], Math.floor(points / SHARE)), seconds }
}

/** A key and the company that it serves. */
export type Spender = Pick<ProviderKey, 'source'> & { organizationId: string }
const isCounted = ({ source }: Spender) => source === 'installation'

/** Whether a key is the installation's own, and has served all companies together, or this one, for this day. */
export const isDaySpent = async (provider: KeyProvider, spender: Spender): Promise<boolean> =>
  isCounted(spender) &&
  ((await isSpent(limits[provider](), ALL_COMPANIES)) || isSpent(shareOf(provider), spender.organizationId))

/** Counts what a key is about to cost where it is the installation's own. False: the day has no more, of all or of this company. */
export async function spendOfDay(provider: KeyProvider, spender: Spender, points: number): Promise<boolean> {
  if (!isCounted(spender)) return true
  if (!(await takeCalls(shareOf(provider), spender.organizationId, points))) return false
  if (await takeCalls(limits[provider](), ALL_COMPANIES, points)) return true
  await adjustCalls(shareOf(provider), spender.organizationId, -points)
  return false
}

/** By how much more, or less, it was than what was counted. */
export async function settleDay(provider: KeyProvider, spender: Spender, beyond: number): Promise<void> {
  if (!isCounted(spender) || beyond === 0) return
  await adjustCalls(shareOf(provider), spender.organizationId, beyond)
  await adjustCalls(limits[provider](), ALL_COMPANIES, beyond)
}

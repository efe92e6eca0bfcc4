import type { Caller } from '@/lib/identity/access-tokens/bearer'
import { env } from '@/lib/core/env'
import { gemini, openGemini } from '@/lib/testing/harnesses/assistant-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { runFunction } from '../functions/answer'
import { answerWithin, geminiFunction } from './function'

openGemini()

async function callerOf(): Promise<Caller> {
  const { owner } = await createTestOrganization('Empresa')
  const actor = { ...owner, kind: 'function' as const }
  return {
    actor,
    tokenId: '',
    scope: 'write',
    organizationName: 'Empresa',
    timeZone: 'America/Sao_Paulo',
    language: 'pt',
  }
}
const run = (caller: Caller, stream: boolean) =>
  geminiFunction.run(caller, { question: 'Quanto vendi nos últimos 30 dias?', stream }, new AbortController().signal)

test('a program asks one question and is answered whole or as a stream; no conversation is kept and nothing can be drafted', async () => {
  const caller = await callerOf()
  expect(await run(caller, false)).toMatchObject({
    source: 'gemini',
    state: 'done',
    failure: null,
    text: expect.stringContaining('do período'),
    consulted: [
      { tool: 'sales_summary', answer: { href: expect.stringMatching(/^http:\/\/localhost:3000\/dashboard/) } },
    ],
  })
  const response = (await run(caller, true)) as Response
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await response.text()).toContain('"source":"gemini","state":"done"')
  const offered = gemini.requests.flatMap(({ body }) => body.tools![0]!.functionDeclarations.map(({ name }) => name))
  expect(offered.filter((name) => name.startsWith('propose_'))).toEqual([])
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  expect(await run(caller, false)).toMatchObject({ source: 'local', state: 'done', consulted: [expect.any(Object)] })
  expect(await inspect(caller.actor.organizationId, 'SELECT 1 FROM assistant_thread')).toEqual([])
})

test('a token that only reads is answered by the rules, whole or as a stream: the model is not asked and nothing is spent', async () => {
  const caller = await callerOf()
  const reader: Caller = { ...caller, scope: 'read' }
  expect(await run(reader, false)).toMatchObject({
    source: 'local',
    localBecause: 'tokenReads',
    state: 'done',
    tokens: 0,
    costMicros: '0',
    consulted: [expect.objectContaining({ tool: 'sales_summary' })],
  })
  expect(await ((await run(reader, true)) as Response).text()).toContain('"localBecause":"tokenReads"')
  expect(gemini.requests).toEqual([])
  expect(await inspect(caller.actor.organizationId, 'SELECT 1 FROM assistant_usage')).toEqual([])
  expect(await run(caller, false)).toMatchObject({ source: 'gemini', localBecause: null })
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  expect(await run(caller, false)).toMatchObject({ source: 'local', localBecause: 'noKey' })
  expect(geminiFunction.description).toContain('scope write')
})

test('a model that takes too long ends the answer, not the function: its text and tokens are reported', async () => {
  gemini.next.push({ say: ['Até ', 'aqui ', 'e ', 'não ', 'mais ', 'longe.'], pauseMs: 300 })
  const body = JSON.stringify({ question: 'Quanto vendi nos últimos 30 dias?' })
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://localhost:3000/api/functions/gemini', { method: 'POST', body, headers })
  const answer = await runFunction(answerWithin(1000), await callerOf(), request)
  expect(await answer.json()).toMatchObject({
    source: 'gemini',
    state: 'failed',
    failure: 'late',
    text: expect.stringMatching(/^Até /),
    costMicros: expect.stringMatching(/^[1-9]/),
  })
})

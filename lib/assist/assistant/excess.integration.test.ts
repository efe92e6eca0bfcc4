import { env } from '@/lib/core/env'
import { askAssistant, gemini, openGemini, wordsOf } from '@/lib/testing/harnesses/assistant-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { MOST_CALLS } from './limits'

openGemini()

const usage = async (organizationId: string) =>
  (
    await inspect<{ input: number }>(
      organizationId,
      'SELECT coalesce(sum(input_tokens + output_tokens), 0)::int AS input FROM assistant_usage',
    )
  )[0]!.input

test('a model that calls for hundreds of look-ups at once is ended, and only a few are shown and stored', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const call = Array.from({ length: 300 }, () => ({ name: 'find_orders', args: {} }))
  gemini.next.push({ call })
  const answer = await askAssistant(owner)
  expect(answer.metadata).toMatchObject({ state: 'failed', failure: 'tooManySteps' })
  expect(answer.parts.length).toBeLessThanOrEqual(MOST_CALLS + 2)
  expect(gemini.requests).toHaveLength(1)
  expect(await usage(organizationId)).toBeGreaterThan(0)
})

test('text that no table can store, in words or in a tool’s input, leaves the answer whole', async () => {
  const { owner, organizationId } = await createTestOrganization()
  gemini.next.push({ call: [{ name: 'find_orders', args: { search: 'a\u0000b', '\u0000': 1 } }] })
  gemini.next.push({ say: ['Vendeu \u0000 bem \ud83d.'] })
  const answer = await askAssistant(owner)
  expect(answer.metadata).toMatchObject({ state: 'done' })
  const [kept] = await inspect<{ state: string; parts: string }>(
    organizationId,
    'SELECT state::text, parts::text FROM assistant_message WHERE question_id IS NOT NULL',
  )
  expect(kept).toMatchObject({ state: 'done', parts: expect.stringContaining('Vendeu \uFFFD bem \uFFFD.') })
  expect(wordsOf(answer)).toContain('bem')
})

test('only those of many concurrent questions that the day has room for reach the model', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const before = env().ASSISTANT_DAY_TOKENS
  Object.assign(env(), { ASSISTANT_DAY_TOKENS: 100 })
  try {
    const answers = await Promise.all(Array.from({ length: 6 }, () => askAssistant(owner)))
    const answeredByModel = answers.filter(({ metadata }) => metadata?.source === 'gemini' && !metadata.failure)
    expect(answeredByModel.length).toBeLessThanOrEqual(1)
    expect(new Set(gemini.requests.map(({ body }) => body.contents.length > 0)).size).toBe(1)
    expect(gemini.requests.length).toBeLessThanOrEqual(1)
    expect(await usage(organizationId)).toBeGreaterThan(0)
  } finally {
    Object.assign(env(), { ASSISTANT_DAY_TOKENS: before })
  }
})

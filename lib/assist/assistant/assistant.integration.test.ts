import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { askAssistant, gemini, openGemini, post, readAnswer, wordsOf } from '@/lib/testing/harnesses/assistant-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import type { Reply } from '@/lib/testing/fakes/gemini-server'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { streamAnswer } from './post-question'
import { getMember } from '@/lib/identity/auth/member'
import { countUsage, dayTokens, limitQuestions } from './limits'
import { assistantFor } from './viewer'
import type { AnswerFailure } from './contract'

openGemini()

const kept = (organizationId: string) =>
  inspect<{ state: string; source: string; failure: string | null; text: string; tokens: number }>(
    organizationId,
    `SELECT state, source, failure, parts::text AS text, input_tokens + output_tokens AS tokens FROM assistant_message
     WHERE question_id IS NOT NULL ORDER BY created_at`,
  )

async function sellerOf() {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja Norte')
  const productId = await addProduct(company, 'GAR-1')
  await addOrders(company, shop, [{ at: new Date().toISOString(), cents: 123_456n, productId }])
  return company
}

test('without a key the rules answer on the same wire, and nothing on the way may hold it back', async () => {
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  const { owner, organizationId } = await sellerOf()
  await signInAs(owner)
  const response = await post(owner, { question: 'Quanto vendi nos últimos 30 dias?' })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toContain('no-transform')
  const answer = await readAnswer(response)
  expect(answer.metadata).toMatchObject({ source: 'local', state: 'done', tokens: 0 })
  expect(answer.parts).toContainEqual(
    expect.objectContaining({
      type: 'tool-sales_summary',
      state: 'output-available',
      output: expect.objectContaining({
        figures: expect.arrayContaining([expect.objectContaining({ name: 'grossSales', value: '123456' })]),
      }),
    }),
  )
  expect(gemini.requests).toEqual([])
  expect(await kept(organizationId)).toEqual([expect.objectContaining({ state: 'done', source: 'local' })])
})

test('with a key the model answers by the tools as the person, its signatures going back to it, and the cost is counted', async () => {
  const { owner, organizationId } = await sellerOf()
  const first = await askAssistant(owner)
  expect(wordsOf(first)).toBe('Vou consultar. Aqui estão as vendas do período.')
  expect(first.metadata).toMatchObject({ source: 'gemini', state: 'done', failure: null })
  const [requested, reported] = gemini.requests
  expect(requested).toMatchObject({ key: 'key-of-the-house', model: 'gemini-3.8-flash' })
  expect(reported!.body.contents.at(-1)).toMatchObject({
    role: 'user',
    parts: [
      { functionResponse: { name: 'sales_summary', response: { content: { companyData: expect.any(Object) } } } },
    ],
  })
  // Cents as they are, and no address for the model to print.
  expect(reported!.raw).toContain('"value":"123456"')
  expect(reported!.raw).not.toContain('/dashboard')
  expect(reported!.raw).not.toContain(organizationId)

  // A later question brings the earlier calls back with their signatures: without them the fake answers 400.
  const second = await askAssistant(owner, { threadId: first.metadata!.threadId!, question: 'E agora?' })
  expect(second.metadata).toMatchObject({ state: 'done', threadId: first.metadata!.threadId })
  expect(gemini.requests.at(-1)!.body.contents[1]!.parts).toContainEqual(
    expect.objectContaining({ functionCall: expect.any(Object), thoughtSignature: expect.any(String) }),
  )
  const rows = await kept(organizationId)
  const [usage] = await inspect<{ requests: number; tokens: number; cost: number }>(
    organizationId,
    'SELECT requests, (input_tokens + output_tokens)::int AS tokens, cost_micros::int AS cost FROM assistant_usage',
  )
  expect(usage).toEqual({ requests: 2, tokens: rows[0]!.tokens + rows[1]!.tokens, cost: expect.any(Number) })
  expect(usage!.cost).toBeGreaterThan(0)
})

const failing: [string, Reply[], AnswerFailure, string][] = [
  ['a bad key', [{ status: 400, reason: 'API_KEY_INVALID' }], 'keyRefused', ''],
  ['a key without the right', [{ status: 403 }], 'keyRefused', ''],
  ['a model that is gone', [{ status: 404 }], 'modelUnknown', ''],
  ['a quota that is used up', [{ status: 429, retryAfter: 60 }], 'quota', ''],
  ['a bad request', [{ status: 400 }], 'refused', ''],
  ['a broken model', [{ status: 500 }, { status: 503 }], 'away', ''],
  ['a deadline over there', [{ status: 504, retryAfter: 60 }], 'away', ''],
  ['a broken chunk', [{ say: ['Até aqui. '], end: 'broken' }], 'garbled', 'Até aqui. '],
  ['an error inside of the stream', [{ say: ['Até aqui. '], end: 'errorInside' }], 'cut', 'Até aqui. '],
  ['a stream that is cut', [{ say: ['Até aqui. '], end: 'cut' }], 'cut', 'Até aqui. '],
  ['a stream that ends without saying so', [{ say: ['Até aqui. '], end: 'silent' }], 'cut', 'Até aqui. '],
  ['an answer that is too long', [{ say: ['Até aqui. '], finish: 'MAX_TOKENS' }], 'tooLong', 'Até aqui. '],
  ['an answer that is blocked', [{ say: ['Até aqui. '], finish: 'SAFETY' }], 'blocked', 'Até aqui. '],
]

test('any failure of the model is reported, keeps the text so far, and can be retried', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { organizationId } = await createTestOrganization()
  for (const [name, replies, failure, said] of failing) {
    // Each a person of their own, whose limits are not what this is about.
    const asker = await addMember({ organizationId }, 'manager')
    gemini.next.push(...replies)
    const questionId = newId()
    const answer = await askAssistant(asker, { questionId })
    expect({ name, ...answer.metadata, said: wordsOf(answer) }).toMatchObject({ name, state: 'failed', failure, said })
    expect(JSON.stringify(answer)).not.toContain('sk-never-shown')
    const again = await askAssistant(asker, { questionId, threadId: answer.metadata!.threadId! })
    expect({ name, ...again.metadata }).toMatchObject({ name, state: 'done', threadId: answer.metadata!.threadId })
    const rows = await inspect(organizationId, `SELECT 1 FROM assistant_message WHERE thread_id = $1`, [
      answer.metadata!.threadId,
    ])
    expect({ name, rows: rows.length }).toEqual({ name, rows: 2 })
  }
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

test('a moment of the model’s weakness is passed over once, before anything is shown', async () => {
  const { owner } = await createTestOrganization()
  gemini.next.push({ status: 503 })
  expect((await askAssistant(owner)).metadata).toMatchObject({ state: 'done' })
})

test('closing the page ends the call to the model; the text until then is stored and its tokens counted', async () => {
  const { owner, organizationId } = await createTestOrganization()
  await signInAs(owner)
  const page = new AbortController()
  const response = await post(owner, { question: '[hang]' }, page.signal)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('enquanto procuro')) seen += (await reader.read()).value ?? ''
  page.abort()
  await gemini.requests[0]!.gone
  while (!(await reader.read()).done);
  expect(await kept(organizationId)).toEqual([
    expect.objectContaining({ state: 'stopped', failure: null, text: expect.stringContaining('enquanto procuro') }),
  ])
  const [usage] = await inspect<{ tokens: number }>(
    organizationId,
    'SELECT input_tokens::int AS tokens FROM assistant_usage',
  )
  expect(usage!.tokens).toBeGreaterThan(0)
})

test('an answer that comes slowly comes whole, and what has been said of it is kept while it goes on', async () => {
  const { owner, organizationId } = await createTestOrganization()
  gemini.next.push({ say: ['Primeiro, ', 'segundo, ', 'terceiro.'], pauseMs: 900 })
  await signInAs(owner)
  const answer = readAnswer(await post(owner, {}))
  const seen = new Set<string>()
  let rows
  do {
    rows = await kept(organizationId)
    seen.add(`${rows[0]!.state} ${rows[0]!.text.includes('Primeiro')}`)
    await wait(50)
  } while (rows[0]!.state === 'streaming')
  expect([...seen]).toEqual(['streaming false', 'streaming true', 'done true'])
  expect(wordsOf(await answer)).toBe('Primeiro, segundo, terceiro.')
  expect(rows).toEqual([expect.objectContaining({ text: expect.stringContaining('Primeiro, segundo, terceiro.') })])
})

test('an answer that takes too long is ended with what was said', async () => {
  const { owner, organizationId } = await createTestOrganization()
  await signInAs(owner)
  const input = { organizationId, language: 'pt' as const, threadId: null, questionId: newId(), question: '[hang]' }
  const member = (await getMember())!
  const answer = await readAnswer(await streamAnswer(member, input, new AbortController().signal, 700))
  expect(answer.metadata).toMatchObject({ state: 'failed', failure: 'late' })
  expect(wordsOf(answer)).toContain('enquanto procuro')
  await gemini.requests[0]!.gone
})

test('when the day’s tokens are used up the rules answer, and the model is not asked', async () => {
  const { owner, organizationId } = await sellerOf()
  const fill = ({ userId, ...actor }: Actor, input: number) =>
    countUsage({ ...actor, userId: userId!, timeZone: 'America/Sao_Paulo', language: 'pt' }, { input, output: 0 })
  await fill(owner, dayTokens().person)
  expect((await askAssistant(owner)).metadata).toMatchObject({ source: 'local' })
  const other = await addMember({ organizationId }, 'viewer')
  expect((await askAssistant(other)).metadata).toMatchObject({ source: 'gemini' })
  await fill(await addMember({ organizationId }, 'viewer'), dayTokens().organization)
  gemini.requests.length = 0
  expect((await askAssistant(other)).metadata).toMatchObject({ source: 'local' })
  expect(gemini.requests).toEqual([])
})

test('a person asks so often in a minute and no more', async () => {
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  const { owner } = await createTestOrganization()
  await signInAs(owner)
  const viewer = assistantFor((await getMember())!)
  // The rules cost nothing: far more of theirs than of the model's.
  for (let nth = 0; nth < 119; nth++) await limitQuestions(viewer, 'local')
  expect((await post(owner, {})).status).toBe(200)
  const refused = await post(owner, {})
  const { error, values } = (await refused.json()) as { error: string; values: { seconds: number } }
  expect([refused.status, error]).toEqual([429, 'tooManyQuestions'])
  expect(values.seconds).toBeGreaterThan(0)
  expect(values.seconds).toBeLessThanOrEqual(60)
  for (let nth = 0; nth < 20; nth++) await limitQuestions(viewer, 'gemini')
  await expect(limitQuestions(viewer, 'gemini')).rejects.toMatchObject({ code: 'tooManyQuestions' })
})

test('a thread is its person’s: no other member finds it, nor its questions', async () => {
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  const [mine, otherCompany] = [await createTestOrganization(), await createTestOrganization()]
  const questionId = newId()
  const { threadId } = (await askAssistant(mine.owner, { questionId })).metadata!
  const postQuestion = async (actor: Actor, body: object) => {
    await signInAs(actor)
    return (await post(actor, body)).status
  }
  const colleague = await addMember(mine.owner, 'admin')
  expect(await postQuestion(colleague, { threadId })).toBe(404)
  expect(await postQuestion(colleague, { questionId })).toBe(404)
  expect(await postQuestion(otherCompany.owner, { threadId })).toBe(404)
  expect(await postQuestion(mine.owner, { threadId: newId() })).toBe(404)
  expect(await postQuestion(mine.owner, { organizationId: otherCompany.organizationId })).toBe(409)
  expect((await kept(mine.organizationId)).length).toBe(1)
  // Only the last question can be asked again.
  await askAssistant(mine.owner, { threadId })
  expect(await postQuestion(mine.owner, { threadId, questionId })).toBe(400)
})

test('a role is offered the tools of its own pages, and drafts where it may confirm them', async () => {
  const { owner } = await createTestOrganization()
  const offeredTo = async (actor: Actor) => {
    gemini.requests.length = 0
    await askAssistant(actor)
    return gemini.requests[0]!.body.tools![0]!.functionDeclarations.map(({ name }) => name)
  }
  const all = await offeredTo(owner)
  expect(all).toEqual(expect.arrayContaining(['sales_summary', 'expenses', 'propose_expense']))
  const viewer = await offeredTo(await addMember(owner, 'viewer'))
  expect(viewer).toContain('sales_summary')
  expect(viewer.filter((name) => name === 'expenses' || name.startsWith('propose_'))).toEqual([])
  const operator = await offeredTo(await addMember(owner, 'operator'))
  expect(operator.filter((name) => ['expenses', 'propose_expense'].includes(name))).toEqual([])
})

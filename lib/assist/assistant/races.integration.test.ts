import { changeMember } from '@/lib/identity/organizations/change-member'
import { removeMember } from '@/lib/identity/organizations/remove-member'
import { createToken, revokeToken } from '@/lib/identity/access-tokens/tokens'
import { withoutOrganization, withOrganization, type Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { encryptProviderKey } from '@/lib/identity/organization-keys/keys'
import { removeKey } from '@/lib/identity/organization-keys/set-key'
import { getMember } from '@/lib/identity/auth/member'
import { askAssistant, gemini, openGemini, post, readAnswer, wordsOf } from '@/lib/testing/harnesses/assistant-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import type { GeminiBody } from '@/lib/testing/fakes/gemini-server'
import { asOfNow } from './viewer'
import { deleteThread } from './threads'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'

openGemini()

const rowsOf = async (organizationId: string) => {
  const rows = await inspect<{ question_id: string | null; state: string | null; text: string }>(
    organizationId,
    'SELECT question_id, state::text, parts::text AS text FROM assistant_message ORDER BY created_at, id',
  )
  const answers = rows.filter(({ question_id: of }) => of)
  return { questions: rows.length - answers.length, answers, threads: await threadsOf(organizationId) }
}
const threadsOf = async (organizationId: string) =>
  (await inspect(organizationId, 'SELECT 1 FROM assistant_thread')).length

/** The model waits for it, until it is opened. */
function makeGate() {
  let open = () => {}
  const opened = new Promise<void>((free) => (open = free))
  return { open, opened }
}

/** Once these words have come; the rest comes while the test goes on. */
async function began(response: Response, until: string) {
  const [seen, whole] = response.body!.tee()
  const rest = readAnswer(new Response(whole))
  rest.catch(() => undefined)
  const reader = seen.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; !text.includes(until);) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`It ended without: ${until}`)
    text += value
  }
  void reader.cancel()
  return { rest }
}

test('under the id of a question other words are refused, and what was asked and answered stays', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const questionId = newId()
  const { threadId } = (await askAssistant(owner, { questionId, question: 'Quanto vendi?' })).metadata!
  const before = await rowsOf(organizationId)
  gemini.requests.length = 0
  const again = await post(owner, { questionId, threadId: threadId!, question: 'Apague tudo' })
  expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([400, 'staleVersion'])
  expect(gemini.requests).toEqual([])
  expect(await rowsOf(organizationId)).toEqual(before)
  // The same words, as a browser trims them or not.
  expect((await askAssistant(owner, { questionId, question: ' Quanto vendi?\n' })).metadata).toMatchObject({ threadId })
  expect(await rowsOf(organizationId)).toMatchObject({ questions: 1, answers: [{ state: 'done' }], threads: 1 })
})

test('the same question many times at once is one question with one answer', async () => {
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  const { owner, organizationId } = await createTestOrganization()
  await signInAs(owner)
  const questionId = newId()
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => readAnswer(await post(owner, { questionId })).catch((error: Error) => error)),
  )
  const given = answers.flatMap((one) => (one instanceof Error ? [] : [one.metadata!.threadId]))
  expect(new Set(given).size).toBe(1)
  // A wait beyond the statement timeout is answered with a request to wait.
  for (const one of answers) if (one instanceof Error) expect(one.message).toBe('requestInFlight')
  expect(await rowsOf(organizationId)).toMatchObject({ questions: 1, answers: [{ state: 'done' }], threads: 1 })
})

test('a thread that is deleted while it is answered stays deleted, and nothing of the answer is left', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const deleted = makeGate()
  gemini.next.push({ say: ['Primeiro, ', 'segundo.'], until: deleted.opened })
  await signInAs(owner)
  const { rest } = await began(await post(owner, {}), 'Primeiro')
  const [{ id } = { id: '' }] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM assistant_thread')
  await deleteThread(owner, { id })
  deleted.open()
  expect((await rest).metadata).toMatchObject({ state: 'done', threadId: id })
  expect(await rowsOf(organizationId)).toEqual({ questions: 0, answers: [], threads: 0 })
})

test('a concurrent question and deletion of its thread each end in a state, and the thread is gone', async () => {
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  const { owner, organizationId } = await createTestOrganization()
  await signInAs(owner)
  for (let round = 0; round < 12; round += 1) {
    const { threadId } = (await readAnswer(await post(owner, {}))).metadata!
    const [status] = await Promise.all([
      post(owner, { threadId: threadId! }).then(async (response) => {
        await response.text()
        return response.status
      }),
      deleteThread(owner, { id: threadId! }),
    ])
    expect([200, 404]).toContain(status)
  }
  expect(await rowsOf(organizationId)).toEqual({ questions: 0, answers: [], threads: 0 })
})

test('an answer left by a killed process is paid for, blocks no other, and is answered again', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const questionId = newId()
  const page = new AbortController()
  await signInAs(owner)
  const { rest } = await began(await post(owner, { questionId, question: '[hang]' }, page.signal), 'enquanto procuro')
  const usage = async () =>
    (
      await inspect<{ tokens: number }>(
        organizationId,
        'SELECT (input_tokens + output_tokens)::int AS tokens FROM assistant_usage',
      )
    )[0]!.tokens
  // As it stands between the claim and the end.
  expect((await rowsOf(organizationId)).answers).toMatchObject([{ state: 'streaming' }])
  const claimed = await usage()
  expect(claimed).toBeGreaterThan(500)
  gemini.persona = () => ({ say: ['Agora sim.'] })
  const again = await askAssistant(owner, { questionId, question: '[hang]' })
  expect([wordsOf(again), again.metadata!.source]).toEqual(['Agora sim.', 'gemini'])
  expect(await usage()).toBeGreaterThan(claimed)
  page.abort()
  await rest.catch(() => undefined)
  await gemini.requests[0]!.gone
  // The first one’s late end changes nothing of it.
  expect((await rowsOf(organizationId)).answers).toMatchObject([{ state: 'done', text: expect.stringMatching(/sim/) }])
})

test('a key that is removed while an answer runs ends with that answer; the next one is by what is there then', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const encrypted = encryptProviderKey(organizationId, 'gemini', 'key-of-the-company')
  await withOrganization({ organizationId }, (db) =>
    db.organizationKey.create({
      data: { organizationId, provider: 'gemini', encrypted: encrypted, hint: 'pany', setBy: owner.userId! },
      select: { provider: true },
    }),
  )
  const removed = makeGate()
  gemini.next.push({ say: ['Vou ver. '], until: removed.opened, call: [{ name: 'low_stock', args: {} }] })
  await signInAs(owner)
  const { rest } = await began(await post(owner, {}), 'Vou ver')
  await removeKey(owner, { provider: 'gemini' })
  removed.open()
  expect((await rest).metadata).toMatchObject({ source: 'gemini', state: 'done' })
  await askAssistant(owner)
  const keys = gemini.requests.map(({ key }) => key)
  expect(keys.slice(0, 2)).toEqual(['key-of-the-company', 'key-of-the-company'])
  expect(new Set(keys.slice(2))).toEqual(new Set(['key-of-the-house']))
  Object.assign(env(), { GEMINI_API_KEY: undefined })
  expect((await askAssistant(owner)).metadata).toMatchObject({ source: 'local', state: 'done' })
})

const messagesOf = ({ contents }: GeminiBody) =>
  contents
    .flatMap(({ parts }) => parts)
    .flatMap(({ functionResponse }) =>
      functionResponse
        ? [
            [
              functionResponse.name,
              (functionResponse.response as { content: { companyData: { error?: string } } }).content.companyData.error,
            ],
          ]
        : [],
    )

type Ending = [string, (owner: Actor, member: Actor) => Promise<unknown>, (string | undefined)[][]]
const endings: Ending[] = [
  [
    'is given a lesser role',
    (owner, { userId }) => changeMember(owner, { userId: userId!, version: 1, role: 'operator', legalEntityIds: null }),
    [
      ['expenses', 'permissionDenied'],
      ['low_stock', undefined],
      ['propose_expense', 'permissionDenied'],
    ],
  ],
  ['is removed', (owner, { userId }) => removeMember(owner, { userId: userId!, version: 1 }), allRefused()],
  [
    'is signed out everywhere',
    async (_, { userId }) => {
      const { sessionId } = (await getMember())!
      await withoutOrganization((db) => db.$executeRaw`SELECT end_user_session(${userId}::uuid, ${sessionId}::uuid)`)
    },
    allRefused(),
  ],
]
function allRefused() {
  return ['expenses', 'low_stock', 'propose_expense'].map((name) => [name, 'permissionDenied'])
}

test.each(endings)(
  'a member who %s while their answer streams looks up no more than that allows',
  async (_, change, text) => {
    const { owner, organizationId } = await createTestOrganization()
    const member = await addMember(owner, 'manager')
    const args = { description: 'Fita', amountCents: 100, kind: 'variable', dueOn: '2026-12-01' }
    const changed = makeGate()
    gemini.next.push({
      say: ['Um momento. '],
      until: changed.opened,
      call: [
        { name: 'expenses', args: {} },
        { name: 'low_stock', args: {} },
        { name: 'propose_expense', args },
      ],
    })
    await signInAs(member)
    const { rest } = await began(await post(member, {}), 'Um momento')
    await change(owner, member)
    changed.open()
    await rest
    expect(messagesOf(gemini.requests.at(-1)!.body)).toEqual(text)
    expect(await inspect(organizationId, 'SELECT 1 FROM proposal')).toEqual([])
  },
)

test('a token that is revoked while its answer runs looks up nothing more', async () => {
  const company = await createTestOrganization()
  const { owner } = company
  const { id } = await createToken(owner, { name: 'Programa', scope: 'write', days: 7 })
  const viewer = { ...viewerOf(company), tokenId: id }
  expect(await asOfNow(viewer)).toMatchObject({ role: 'owner', legalEntityIds: null })
  await revokeToken(owner, { id }, false)
  await expect(asOfNow(viewer)).rejects.toMatchObject({ code: 'permissionDenied' })
})

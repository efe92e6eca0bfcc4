import {
  approve,
  createTestTask as createManusTask,
  manus,
  manusCompany,
  openManus,
  sent,
  step,
} from '@/lib/testing/harnesses/agent-harness'
import { askAssistant, gemini, openGemini } from '@/lib/testing/harnesses/assistant-harness'
import { clearLimits } from '@/lib/testing/harnesses/without-limits'
import { env } from '@/lib/core/env'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { withOrganization } from '@/lib/core/db'
import { encryptProviderKey } from './keys'

openGemini()
openManus()
const MOST = 1_000_000
const { INSTALLATION_DAY_TOKENS, INSTALLATION_DAY_TASKS } = env()
beforeEach(async () => {
  await clearLimits()
})
afterEach(
  () => void Object.assign(env(), { INSTALLATION_DAY_TOKENS, INSTALLATION_DAY_TASKS, MANUS_API_KEY: undefined }),
)

const sourceOf = async ({ owner }: TestOrganization) => (await askAssistant(owner)).metadata!.source
const counted = async (name: string, of = 'all') =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ points: number }>('SELECT points FROM rate_limit WHERE key = $1', [
      `${name}:${of}`,
    ])
    return rows[0]?.points ?? 0
  })

/** Companies that have no key of their own. */
async function withHouseKey(names: string[]): Promise<TestOrganization[]> {
  const companies: TestOrganization[] = []
  for (const name of names) {
    const company = await manusCompany(name)
    await inspect(company.organizationId, 'DELETE FROM organization_key WHERE organization_id = current_organization()')
    companies.push(company)
  }
  return companies
}

const setGeminiKey = ({ organizationId, owner }: TestOrganization) =>
  withOrganization({ organizationId }, (db) =>
    db.organizationKey.create({
      data: {
        organizationId,
        provider: 'gemini',
        encrypted: encryptProviderKey(organizationId, 'gemini', 'own key'),
        hint: ' key',
        setBy: owner.userId!,
      },
      select: { provider: true },
    }),
  )

test('the installation’s key answers all companies together for so many tokens a day; then rules do, and companies’ own keys', async () => {
  Object.assign(env(), { INSTALLATION_DAY_TOKENS: MOST })
  const [first, second, third] = [
    await createTestOrganization(),
    await createTestOrganization(),
    await createTestOrganization(),
  ]
  expect(await sourceOf(first)).toBe('gemini')
  const [used] = await inspect<{ tokens: number }>(
    first.organizationId,
    'SELECT (input_tokens + output_tokens)::int AS tokens FROM assistant_usage',
  )
  expect(await counted('installation-tokens')).toBe(used!.tokens)

  await withOwner((owner) =>
    owner.query(`UPDATE rate_limit SET points = $1 WHERE key = 'installation-tokens:all'`, [MOST]),
  )
  gemini.requests.length = 0
  expect([await sourceOf(first), await sourceOf(second), gemini.requests.length]).toEqual(['local', 'local', 0])
  await setGeminiKey(third)
  expect(await sourceOf(third)).toBe('gemini')
  expect(await counted('installation-tokens')).toBe(MOST)
})

test('only those of many companies’ concurrent questions that the day has room for reach the model', async () => {
  Object.assign(env(), { INSTALLATION_DAY_TOKENS: 1 })
  const company = await createTestOrganization()
  const answer = await askAssistant(company.owner)
  expect(answer.metadata).toMatchObject({ source: 'gemini', state: 'failed', failure: 'dayUsed' })
  expect(gemini.requests).toEqual([])
  const tokens = 'SELECT (input_tokens + output_tokens)::int AS tokens FROM assistant_usage'
  expect(await inspect(company.organizationId, tokens)).toEqual([{ tokens: 0 }])
  // A refused question uses nothing up: a smaller one, or one after others cost less than was set aside for them, still
  // has room.
  expect(await counted('installation-tokens')).toBe(0)
  Object.assign(env(), { INSTALLATION_DAY_TOKENS: MOST })
  expect(await sourceOf(company)).toBe('gemini')
})

test.each([
  ['all companies together', 'installation-tokens', () => 'all', MOST - 1],
  ['this company', 'installation-tokens-share', (id: string) => id, MOST / 10 - 1],
])('a question for which the day of %s has no room uses up none of it, of either', async (_, name, keyOf, used) => {
  Object.assign(env(), { INSTALLATION_DAY_TOKENS: MOST })
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  const days = async () => ({
    'installation-tokens': await counted('installation-tokens'),
    'installation-tokens-share': await counted('installation-tokens-share', organizationId),
  })
  expect(await sourceOf(company)).toBe('gemini')
  await withOwner((client) =>
    client.query('UPDATE rate_limit SET points = $1 WHERE key = $2', [used, `${name}:${keyOf(organizationId)}`]),
  )
  const before = await days()
  expect(before).toMatchObject({ [name]: used })
  for (let n = 0; n < 2; n += 1)
    expect((await askAssistant(owner)).metadata).toMatchObject({ state: 'failed', failure: 'dayUsed' })
  expect(await days()).toEqual(before)
})

test('the installation’s Manus key begins so many tasks a day for all companies together; a company’s own key is not counted', async () => {
  Object.assign(env(), { MANUS_API_KEY: 'key of the house', INSTALLATION_DAY_TASKS: 1 })
  const [first, second, own] = [await manusCompany('Um'), await manusCompany('Dois'), await manusCompany('Três')]
  for (const { organizationId } of [first, second])
    await inspect(organizationId, 'DELETE FROM organization_key WHERE organization_id = current_organization()')
  const [draft, waiting] = [await createManusTask(second.owner), await createManusTask(second.owner)]
  await approve(second.owner, waiting)
  await sent(first)
  expect([manus.tasks.size, await counted('installation-tasks')]).toEqual([1, 1])
  await expect(approve(second.owner, draft)).rejects.toMatchObject({ code: 'agentDayUsed' })
  // Approved before the day was used up by others.
  await step(second, waiting)
  expect(
    await inspect(second.organizationId, `SELECT state::text, error_code FROM agent_task WHERE id = $1`, [waiting]),
  ).toEqual([{ state: 'failed', error_code: 'agentDayUsed' }])
  expect(manus.tasks.size).toBe(1)
  await sent(own)
  expect(manus.tasks.size).toBe(2)
})

test('one company uses up a tenth of the day at most: the others’ questions and tasks go on', async () => {
  Object.assign(env(), {
    INSTALLATION_DAY_TOKENS: MOST,
    MANUS_API_KEY: 'key of the house',
    INSTALLATION_DAY_TASKS: 30,
  })
  const [first, second] = (await withHouseKey(['Um', 'Dois'])) as [TestOrganization, TestOrganization]
  expect(await sourceOf(first)).toBe('gemini')
  await withOwner((owner) =>
    owner.query('UPDATE rate_limit SET points = $1 WHERE key = $2', [
      MOST / 10,
      `installation-tokens-share:${first.organizationId}`,
    ]),
  )
  expect([await sourceOf(first), await sourceOf(second)]).toEqual(['local', 'gemini'])

  const late = await createManusTask(first.owner)
  const waiting = await createManusTask(first.owner)
  await approve(first.owner, waiting)
  for (let n = 0; n < 3; n += 1) await sent(first)
  await expect(approve(first.owner, late)).rejects.toMatchObject({ code: 'agentDayUsed' })
  await step(first, waiting)
  expect([manus.tasks.size, await counted('installation-tasks')]).toEqual([3, 3])
  await sent(second)
  expect([manus.tasks.size, await counted('installation-tasks')]).toEqual([4, 4])
})

test('a task counts once, though its worker is killed while it sends the files; one that is refused counts nothing', async () => {
  Object.assign(env(), { MANUS_API_KEY: 'key of the house', INSTALLATION_DAY_TASKS: 30 })
  const [company] = (await withHouseKey(['Um'])) as [TestOrganization]
  const days = async () => [
    await counted('installation-tasks'),
    await counted('installation-tasks-share', company.organizationId),
  ]
  const id = await createManusTask(company.owner)
  await approve(company.owner, id)
  // An error that no answer of the other side makes, in the place of the kill.
  const { MANUS_BASE_URL } = env()
  Object.assign(env(), { MANUS_BASE_URL: 'nowhere' })
  await expect(step(company, id)).rejects.toThrow('Invalid URL')
  Object.assign(env(), { MANUS_BASE_URL })
  expect(await days()).toEqual([1, 1])
  await step(company, id)
  expect([manus.tasks.size, ...(await days())]).toEqual([1, 1, 1])

  for (const method of ['file.upload', 'task.create']) {
    const refused = await createManusTask(company.owner)
    await approve(company.owner, refused)
    manus.fail(method, 'refused')
    await step(company, refused)
    expect([method, ...(await days())]).toEqual([method, 1, 1])
  }
})

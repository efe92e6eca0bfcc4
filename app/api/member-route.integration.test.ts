import { addMember, createTestOrganization, signInAs, signOut } from '@/lib/testing/factories/factories'
import { withOwner } from '@/lib/testing/harnesses/database'
import { answerJson, memberRoute } from './member-route'

const handler = vi.fn()
const route = memberRoute('ownAccount', async () => {
  handler()
  return answerJson(null)
})
const request = async () =>
  (await route(new Request('http://localhost:3000/api/any'), { params: Promise.resolve({}) })).status

test('a person who floods the routes is refused before any work is done, and no one else is', async () => {
  const company = await createTestOrganization()
  const colleague = await addMember(company, 'admin')
  await signInAs(company.owner)
  const statuses: number[] = []
  for (let call = 0; call < 1202; call += 1) statuses.push(await request())
  expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([1200, 429])
  await signInAs(colleague)
  expect(await request()).toBe(200)
  expect(handler).toHaveBeenCalledTimes(1201)
})

test('a route answers only members whose role has its right', async () => {
  const company = await createTestOrganization()
  const answered: string[] = []
  const costs = memberRoute('money.read', async ({ member }) => {
    answered.push(member.role)
    return answerJson(null)
  })
  const statusOf = async () =>
    (await costs(new Request('http://localhost:3000/api/any'), { params: Promise.resolve({}) })).status
  await signInAs(company.owner)
  expect(await statusOf()).toBe(200)
  await signInAs(await addMember(company, 'operator'))
  expect(await statusOf()).toBe(403)
  signOut()
  expect(await statusOf()).toBe(401)
  expect(answered).toEqual(['owner'])
})

test('a request for the head of an answer leaves nothing open of its body', async () => {
  await signInAs((await createTestOrganization()).owner)
  const left = vi.fn()
  const long = memberRoute(
    'ownAccount',
    async () => new Response(new ReadableStream({ cancel: left }), { headers: { 'x-file': '1' } }),
  )
  const head = await long(new Request('http://localhost:3000/api/any', { method: 'HEAD' }), {
    params: Promise.resolve({}),
  })
  expect([head.status, head.headers.get('x-file'), head.body]).toEqual([200, '1', null])
  expect(left).toHaveBeenCalledTimes(1)
})

test('a request that open pages make by themselves is answered, and is no use of the session', async () => {
  const { owner } = await createTestOrganization()
  await signInAs(owner)
  const query = async (sql: string) => withOwner(async (db) => (await db.query(sql, [owner.userId])).rows)
  const isUsed = () =>
    query(`select last_seen_at > now() - interval '1 minute' as used from session where user_id = $1`)
  const asked = memberRoute('ownAccount', async () => answerJson(null), { isAskedByPage: true })
  await query(`update session set last_seen_at = now() - interval '11 hours 59 minutes' where user_id = $1`)
  expect((await asked(new Request('http://localhost:3000/api/updates'), { params: Promise.resolve({}) })).status).toBe(
    200,
  )
  expect(await isUsed()).toEqual([{ used: false }])
  await query(`update session set last_seen_at = now() - interval '12 hours 1 minute' where user_id = $1`)
  expect((await asked(new Request('http://localhost:3000/api/updates'), { params: Promise.resolve({}) })).status).toBe(
    401,
  )
  await query(`update session set last_seen_at = now() - interval '1 hour' where user_id = $1`)
  expect(await request()).toBe(200)
  expect(await isUsed()).toEqual([{ used: true }])
})

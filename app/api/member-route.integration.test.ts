import { addMember, createTestOrganization, signInAs, signOut } from '@/lib/testing/factories/factories'
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

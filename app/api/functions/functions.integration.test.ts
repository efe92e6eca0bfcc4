import { createToken, revokeToken } from '@/lib/identity/access-tokens/tokens'
import { getMember } from '@/lib/identity/auth/member'
import { can, ROLES, type Right, type Role } from '@/lib/core/permissions'
import { withOrganization, withoutOrganization, type Actor } from '@/lib/core/db'
import { describeFunctions } from '@/lib/assist/functions/openapi'
import { makePageToken, PAGE_TOKEN_MINUTES } from '@/lib/assist/functions/page-token'
import { functions } from '@/lib/assist/functions/registry'
import { newId } from '@/lib/core/ids'
import { changeMember } from '@/lib/identity/organizations/change-member'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, signInAs, signOut } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import en from '@/messages/en.json'
import pt from '@/messages/pt-BR.json'
import { POST } from './[name]/route'
import { GET } from './route'
import { POST as GIVE } from './token/route'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const request = async (
  name: string,
  token: string | null,
  body: unknown = {},
  headers: Record<string, string> = {},
) => {
  const request = new Request(`http://localhost:3000/api/functions/${name}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
  })
  const answer = await POST(request, { params: Promise.resolve({ name }) })
  expect(answer.headers.get('x-mascate-function')).toBe('1')
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const give = async (actor: Actor, scope: 'read' | 'write' = 'read') =>
  (await createToken(actor, { name: 'Programa', scope, days: 7 })).secret
const pageToken = async (organizationId: string) => {
  const answer = await GIVE(
    new Request(`http://localhost:3000/api/functions/token?organization=${organizationId}`, { method: 'POST' }),
    { params: Promise.resolve({}) },
  )
  return ((await answer.json()) as { data: { token: string } }).data.token
}
const expense = { description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' }
const proposals = (organizationId: string) => inspect<{ source: string }>(organizationId, 'SELECT source FROM proposal')

/** By each token a person of that role may have: an accountant, who may make none, reaches functions by a page's. */
async function tokensOf(role: Role, actor: Actor): Promise<['read' | 'write', string][]> {
  await signInAs(actor)
  const page = makePageToken((await getMember())!).token
  const own: ['read' | 'write', string][] = can(role, 'token.own')
    ? [
        ['read', await give(actor)],
        ['write', await give(actor, 'write')],
      ]
    : []
  return [...own, ['write', page]]
}

/** In the default form each function is asked for by the owner and by the first role that may not. */
const asks = (role: Role, permission: Right) =>
  isFullProfile || role === 'owner' || role === ROLES.find((one) => !can(one, permission))

test('each function asks for its own right, and one that changes something for a token that may do more than read', async () => {
  const { owner } = await createTestOrganization()
  for (const role of ROLES) {
    const actor = role === 'owner' ? owner : await addMember(owner, role)
    const tokens = await tokensOf(role, actor)
    for (const { name, permission, changes } of functions.filter((one) => asks(role, one.permission))) {
      const expected = (scope: string) =>
        !can(role, permission) ? 'permissionDenied' : changes && scope === 'read' ? 'tokenReadsOnly' : 'invalidInput'
      for (const [scope, token] of tokens) {
        const answer = await request(name, token, { thisFieldExistsNowhere: true })
        expect({ name, role, scope, error: answer.body.error }).toEqual({ name, role, scope, error: expected(scope) })
        expect(answer.body.status).toBe(answer.status)
      }
    }
  }
})

test('a read answers with addresses that open from anywhere; a missing, revoked or expired token gets no answer', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const { id, secret } = await createToken(owner, { name: 'Programa', scope: 'read', days: 7 })
  expect(await request('low_stock', secret)).toMatchObject({
    status: 200,
    body: { href: expect.stringMatching(/^http:\/\/localhost:3000\/dashboard/) },
  })
  const ended = await createToken(owner, { name: 'Velho', scope: 'read', days: 7 })
  const past = new Date(Date.now() - 1000)
  await withOrganization(owner, (db) =>
    db.accessToken.updateMany({ where: { organizationId, id: ended.id }, data: { expiresAt: past } }),
  )
  await revokeToken(owner, { id }, false)
  for (const token of [secret, ended.secret, null, 'mcs_x', `mct_${'a'.repeat(43)}`])
    expect(await request('low_stock', token)).toMatchObject({ status: 401, body: { error: 'signedOut' } })
})

test('a proposal by function is a draft; sent again under its key it is one, and under that key nothing else', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const token = await give(owner, 'write')
  const key = { 'idempotency-key': newId() }
  const [first, again] = [
    await request('propose_expense', token, expense, key),
    await request('propose_expense', token, expense, key),
  ]
  expect(first).toMatchObject({ status: 200, body: { state: 'open', kind: 'expense' } })
  expect(again).toEqual(first)
  expect(await request('propose_expense', token, { ...expense, amountCents: 1 }, key)).toMatchObject({
    status: 409,
    body: { error: 'keyReused' },
  })
  expect(await proposals(organizationId)).toEqual([{ source: 'function' }])
  expect(await inspect(organizationId, `SELECT actor_kind FROM audit_event WHERE event LIKE 'proposal.%'`)).toEqual([
    { actor_kind: 'function' },
  ])
})

test('a shop of another company is not found, and connecting one asks for a page', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const id = await addShop(other, 'Loja')
  const token = await give(mine.owner, 'write')
  expect(await request('sync-shop', token, { id })).toMatchObject({ status: 404, body: { error: 'notFound' } })
  expect(await request('shop-authorize', token, { id })).toMatchObject({
    status: 403,
    body: { error: 'functionNeedsPage' },
  })
  await signInAs(mine.owner)
  expect(await request('shop-authorize', await pageToken(mine.organizationId), { id })).toMatchObject({ status: 404 })
})

test('a call that is no JSON, too large, unknown or of a foreign page is rejected by its code', async () => {
  const { owner } = await createTestOrganization()
  const token = await give(owner)
  const refused = async (name: string, body: unknown, headers: Record<string, string> = {}) => {
    const { status, body: said } = await request(name, token, body, headers)
    return [status, said.error]
  }
  expect(await refused('nothing', {})).toEqual([404, 'functionUnknown'])
  expect(await refused('low_stock', '{')).toEqual([415, 'functionNotJson'])
  expect(await refused('low_stock', '{}', { 'content-type': 'text/plain' })).toEqual([415, 'functionNotJson'])
  expect(await refused('low_stock', { text: 'x'.repeat(300_000) })).toEqual([413, 'functionBodyTooLarge'])
  expect(await refused('low_stock', {}, { origin: 'https://evil.example' })).toEqual([403, 'permissionDenied'])
})

test('past its calls a minute a token is refused, and another one is not', async () => {
  const { owner } = await createTestOrganization()
  const [busy, calm] = [await give(owner), await give(owner)]
  const statuses = []
  for (let call = 0; call < 122; call += 1) statuses.push((await request('nothing', busy)).status)
  expect(statuses.slice(0, 120).every((status) => status === 404)).toBe(true)
  expect(statuses.slice(120)).toEqual([429, 429])
  expect((await request('nothing', calm)).status).toBe(404)
})

test('a page’s token is its person in that company while the session lives, minutes long, with the role of the moment', async () => {
  const { owner, organizationId } = await createTestOrganization()
  const member = await addMember(owner, 'manager')
  await signInAs(member)
  const caller = (await getMember())!
  const token = await pageToken(organizationId)
  expect((await request('propose_expense', token, expense)).status).toBe(200)
  expect(await proposals(organizationId)).toEqual([{ source: 'function' }])

  const late = makePageToken(caller, Date.now() - PAGE_TOKEN_MINUTES * 60_000 - 1)
  const theirs = makePageToken({ ...caller, organizationId: (await createTestOrganization()).organizationId })
  const another = makePageToken({ ...caller, userId: owner.userId! })
  for (const wrong of [late.token, theirs.token, another.token, token.replace(/.{4}$/, 'AAAA')])
    expect((await request('low_stock', wrong)).status).toBe(401)

  await changeMember(owner, { userId: member.userId!, version: 1, role: 'viewer', legalEntityIds: null })
  expect((await request('propose_expense', token, expense)).status).toBe(403)
  await withoutOrganization(
    (db) => db.$executeRaw`SELECT end_user_session(${member.userId}::uuid, ${caller.sessionId}::uuid)`,
  )
  expect((await request('low_stock', token)).status).toBe(401)
})

test('no page token is issued without a session, or for a company outside the session', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  await signInAs(mine.owner)
  const callFor = async (organizationId: string) =>
    (
      await GIVE(new Request(`http://localhost:3000/x?organization=${organizationId}`, { method: 'POST' }), {
        params: Promise.resolve({}),
      })
    ).status
  expect(await callFor(other.organizationId)).toBe(409)
  signOut()
  expect(await callFor(mine.organizationId)).toBe(401)
})

test.each([pt, en])('every function says what it does in the seller’s language', ({ apis }) => {
  expect(Object.keys(apis.functions.descriptions).toSorted()).toEqual(functions.map(({ name }) => name).toSorted())
})

test('the OpenAPI document lists every function with its form, and every reference in it leads somewhere', async () => {
  const described = (await GET().json()) as ReturnType<typeof describeFunctions>
  expect(described.openapi).toBe('3.1.0')
  expect(Object.keys(described.paths)).toEqual(functions.map(({ name }) => `/api/functions/${name}`))
  const operations = Object.values(described.paths).map(({ post }) => post)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(functions.length)
  for (const { operationId, requestBody, summary, responses } of operations) {
    expect({ operationId, ...requestBody.content['application/json'].schema }).toMatchObject({
      operationId,
      type: 'object',
      additionalProperties: false,
      properties: expect.any(Object),
    })
    expect(summary.length).toBeGreaterThan(20)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '429']))
  }
  const streaming = operations.filter(({ responses }) => 'text/event-stream' in responses['200'].content)
  expect(streaming.map(({ operationId }) => operationId)).toEqual(['gemini'])
  const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  expect(references.length).toBeGreaterThan(functions.length)
  for (const path of new Set(references)) {
    const result = path.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], described)
    expect({ path, found: typeof result }).toEqual({ path, found: 'object' })
  }
})

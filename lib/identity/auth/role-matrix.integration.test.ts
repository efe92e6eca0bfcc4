import { verifyCompanies } from '@/lib/testing/harnesses/verified'
import { newId } from '@/lib/core/ids'
import { adjustCalls } from '@/lib/core/http/rate-limit'
import { listActions, listRoutes, type RouteInSource } from '@/lib/testing/harnesses/entries'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  signOut,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'
import { can, PERMISSIONS, ROLES, type Right, type Role } from '@/lib/core/permissions'
import { RIGHTS_REFUSED } from './watch-refusals'

/** Open to who is not signed in, or who belongs nowhere yet. A new one is a decision: it goes here. */
const PUBLIC_ACTIONS = [
  'sign-in',
  'sign-out',
  'google',
  'second-step',
  'register',
  'resend',
  'confirm',
  'preferences',
  'switch',
  'ask-reset',
  'reset-password',
  'confirm-email-change',
  'accept',
  'accept-waiting',
  'decline',
  'join',
  'company',
]

/** Routes outside memberRoute: who may ask is decided by themselves, and said here. */
const PUBLIC_ROUTES = [
  'GET /api/auth/[...nextauth]',
  'POST /api/auth/[...nextauth]',
  'GET /api/health',
  'GET /api/live',
  // The product's own words.
  'GET /api/texts/[language]/[version]/[namespaces]',
  // For who runs the installation, by a token of the environment.
  'GET /api/metrics',
  'GET /api/session',
  // The platform's webhook events: an unsigned one is rejected.
  'POST /api/shopee/webhook',
  // The second assistant's notices: the same.
  'POST /api/manus/webhook',
  'DELETE /api/mcp',
  'GET /api/mcp',
  'POST /api/mcp',
  // The list of functions, and each of them, called by its token.
  'GET /api/functions',
  'POST /api/functions/[name]',
]
/** Where a browser is sent by somebody else: it is sent on, to a page that asks for the role once more. */
const RETURNS = ['GET /api/drive/callback', 'GET /api/shopee/callback']

const rights: readonly (Right | null)[] = [...(Object.keys(PERMISSIONS) as Right[]), 'ownAccount', null]
const counted = { allowed: 0, denied: 0, otherwise: 0 }
/** Whether who asked was denied, against the table. */
function count(isDenied: boolean, isAllowed: boolean) {
  counted[isDenied ? 'denied' : 'allowed'] += 1
  if (isDenied === isAllowed) counted.otherwise += 1
}
afterAll(() =>
  reportFigures({
    accepted: counted.allowed,
    refused: counted.denied,
    figures: [exactly('calls answered otherwise than by the table', counted.otherwise, 0)],
  }),
)

// No schema accepts it, so that a call that passes the role check stops at the schema.
const nonsense = { thisFieldExistsNowhere: true }

test('every exported action says what it is called and whom it asks for, and no two are called the same', async () => {
  const actions = await listActions()
  expect(actions.length).toBeGreaterThan(20)
  expect(actions.filter(({ entry }) => !entry).map(({ path, exportName }) => `${path} ${exportName}`)).toEqual([])
  for (const { entry } of actions) expect(rights).toContain(entry!.right)
  const names = actions.map(({ entry }) => entry!.name)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  const open = actions.filter(({ entry }) => entry!.right === null).map(({ entry }) => entry!.name)
  expect(open.toSorted()).toEqual(PUBLIC_ACTIONS.toSorted())
})

/** Somebody of the role, whose refusals have been noted already: here they change nothing. */
async function enter(organization: TestOrganization, role: Role): Promise<void> {
  const actor = role === 'owner' ? organization.owner : await addMember(organization, role)
  await adjustCalls(RIGHTS_REFUSED, actor.userId!, RIGHTS_REFUSED.points)
  await signInAs(actor)
}

test.each(ROLES)(
  '%s is denied exactly the actions that the table does not grant, and no call changes anything',
  async (role) => {
    const organization = await createTestOrganization()
    await enter(organization, role)
    const before = await fingerprint(organization.organizationId)
    for (const { entry, run } of await listActions()) {
      const { name, right } = entry!
      if (right === null) continue
      const answer = await run(envelope(organization), nonsense)
      count(answer.error === 'permissionDenied', can(role, right))
      expect({ name, ok: answer.ok, denied: answer.error === 'permissionDenied' }).toEqual({
        name,
        ok: false,
        denied: !can(role, right),
      })
    }
    expect(await fingerprint(organization.organizationId)).toEqual(before)
  },
)

test('an anonymous call of any member’s action is signed out, and a form of another organization is refused', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const actions = (await listActions()).filter(({ entry }) => entry!.right !== null)
  signOut()
  for (const { entry, run } of actions)
    expect({ name: entry!.name, ...(await run(envelope(mine), nonsense)) }).toEqual({
      name: entry!.name,
      ok: false,
      error: 'signedOut',
    })
  await signInAs(mine.owner)
  const before = [await fingerprint(mine.organizationId), await fingerprint(other.organizationId)]
  for (const { entry, run } of actions)
    for (const organizationId of [other.organizationId, newId()])
      expect({ name: entry!.name, ...(await run(envelope({ organizationId }), nonsense)) }).toEqual({
        name: entry!.name,
        ok: false,
        error: 'organizationChanged',
      })
  expect([await fingerprint(mine.organizationId), await fingerprint(other.organizationId)]).toEqual(before)
})

const memberRoutes = async () =>
  (await listRoutes()).filter(({ name }) => ![...PUBLIC_ROUTES, ...RETURNS].includes(name))
const rightOf = ({ entry }: RouteInSource) => entry?.right

/** Every id in the address is one that exists nowhere. */
function request({ name, handle }: RouteInSource, organizationId = newId()) {
  const [method, address] = name.split(' ') as [string, string]
  const params: Record<string, string> = {}
  const path = address.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, key: string) => (params[key] = newId()))
  return handle(new Request(`http://localhost:3000${path}?organization=${organizationId}`, { method }), {
    params: Promise.resolve(params),
  })
}

async function errorIn(answer: Response): Promise<string | undefined> {
  const text = await answer.text()
  return answer.headers.get('content-type')?.includes('json')
    ? (JSON.parse(text) as { error?: string }).error
    : undefined
}

test('every route says whom it asks for, or is named here', async () => {
  const routes = await listRoutes()
  const silent = routes.filter((route) => !rightOf(route)).map(({ name }) => name)
  expect(silent.toSorted()).toEqual([...PUBLIC_ROUTES, ...RETURNS].toSorted())
})

test.each(ROLES)(
  '%s is denied exactly the routes that the table does not grant, and asking changes nothing',
  async (role) => {
    const organization = await createTestOrganization()
    await enter(organization, role)
    const before = await fingerprint(organization.organizationId)
    for (const route of await memberRoutes()) {
      const answer = await request(route, organization.organizationId)
      const allowed = can(role, rightOf(route)!)
      count(answer.status === 403, allowed)
      expect({ name: route.name, denied: answer.status === 403, error: (await errorIn(answer)) ?? 'none' }).toEqual({
        name: route.name,
        denied: !allowed,
        error: allowed ? expect.not.stringMatching(/^(permissionDenied|unexpected)$/) : 'permissionDenied',
      })
    }
    expect(await fingerprint(organization.organizationId)).toEqual(before)
  },
)

test('an anonymous request of any member’s route is signed out', async () => {
  signOut()
  for (const route of await memberRoutes()) {
    const answer = await request(route)
    expect({ name: route.name, status: answer.status, error: (await errorIn(answer)) ?? 'none' }).toEqual({
      name: route.name,
      status: 401,
      error: 'signedOut',
    })
  }
})

test.each(ROLES)(
  '%s who comes back from elsewhere without having left is sent on, and nothing changes',
  async (role) => {
    const organization = await createTestOrganization()
    await enter(organization, role)
    const before = await fingerprint(organization.organizationId)
    for (const route of await listRoutes()) {
      if (!RETURNS.includes(route.name)) continue
      const answer = await request(route)
      expect({ name: route.name, status: answer.status, to: answer.headers.get('location') }).toEqual({
        name: route.name,
        status: 303,
        to: expect.stringMatching(/^http:\/\/localhost:3000\/dashboard\//),
      })
    }
    expect(await fingerprint(organization.organizationId)).toEqual(before)
  },
)

if (isFullProfile) test('the figures and audit logs of its companies verify', () => verifyCompanies())

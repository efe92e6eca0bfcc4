import { readFileSync } from 'node:fs'
import { findDestination } from '../components/shell/navigation'
import { can, ROLES, type Permission, type Role } from '../lib/core/permissions'
import { findFiles } from '../lib/testing/harnesses/entries'
import { addMember, createTestOrganization, signInAs } from '../lib/testing/factories/factories'
import { switchProductivity } from '../lib/testing/samples/productivity-samples'
import { isFullProfile } from '../lib/testing/harnesses/report-figures'
import { requestAll, visitorOf, requestKinds, type Visitor } from './fixtures/requests'
import { pathOf, plantAccounts, plantCompany, type Planted, type Secret } from './fixtures/planted'
import { dashboardRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { expect, testByHttp as test } from './fixtures/test'
import messages from '../messages/pt-BR.json'

const IGNORED_ROUTE = '/api/auth/[...nextauth]'

const { title } = messages.pages.denied
const saysDenied = (html: string) => html.includes(`${title}</h1>`)

/** The pages that need a permission, or none, by their addresses. */
const permissionsOf = (planted: Planted) =>
  new Map<string, Permission | null>([
    ...dashboardRoutes.map((path) => [path, findDestination(path)!.permission] as const),
    ...(Object.keys(recordRoutes) as RecordRoute[]).map(
      (route) => [pathOf(route, planted), recordRoutes[route]] as const,
    ),
  ])

/** Every page, with the planted records in the place of ids, and addresses that end in an error. */
const pagesOf = (planted: Planted): string[] => [
  ...permissionsOf(planted).keys(),
  `/dashboard/orders/${planted.ids.shippedOrder}`,
  `/dashboard/orders?q=${planted.word}`,
  '/dashboard/orders/no-such-order',
  `/dashboard/products/${planted.ids.openOrder}`,
  '/dashboard/nowhere',
]

/** Every route handler, with each of the planted records in the place of an id. */
function handlersOf(planted: Planted, organizationId: string): string[] {
  const ids = Object.values(planted.ids)
  return findFiles('app', 'route.ts')
    .map((path) => path.replace(/^app/, '').replace(/\/route\.ts$/, ''))
    .filter((path) => path !== IGNORED_ROUTE)
    .flatMap((path) => (path.includes('[id]') ? ids.map((id) => path.replace('[id]', id)) : [path]))
    .map((path) => `${path}?organization=${organizationId}&q=${planted.word}&ids=${planted.ids.product}`)
}

const namesIn = (text: string, secrets: Secret[]) =>
  secrets.filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling))).map(({ name }) => name)

/** A page, and to every sixth one of the router's three ways by turns; in the full profile all of them to all. */
function waysOf(path: string, turn: number) {
  const [page, ...byRouter] = Object.entries(requestKinds)
  // A route handler answers alike however it is asked.
  if (path.startsWith('/api/')) return [page!]
  if (isFullProfile) return [page!, ...byRouter]
  return turn % 6 === 0 ? [page!, byRouter[Math.floor(turn / 6) % byRouter.length]!] : [page!]
}

/** The roles with the most and the least rights request every address, and of the others one by turns. */
function addressesOf(role: Role, addresses: string[]): string[] {
  const turn = (['admin', 'manager', 'finance', 'viewer'] as Role[]).indexOf(role)
  if (isFullProfile || turn < 0) return addresses
  return addresses.filter((_, at) => at % 4 === turn)
}

type CanaryRun = { planted: Planted; secrets: Secret[]; visitors: Map<Role, Visitor>; addresses: string[] }
let run: CanaryRun
const scripts = new Set<string>()

/**
 * Secrets that were sent to a role that may not read them, with their place, and pages denied or shown against the
 * table.
 */
async function listSent(role: Role): Promise<string[]> {
  const { planted, addresses, visitors } = run
  const visit = visitors.get(role)!
  const secrets = run.secrets.filter(({ mayRead }) => !mayRead(role))
  const sent: string[] = []
  const permissions = permissionsOf(planted)
  await requestAll(addressesOf(role, addresses), async (path, at) => {
    for (const [how, headers] of waysOf(path, at + ROLES.indexOf(role))) {
      const { status, body } = await visit(path, headers)
      const permission = permissions.get(path)
      const allowed = !permission || can(role, permission)
      // A record that the role does not see at all is one that does not exist.
      const isDenied = saysDenied(body) || (!allowed && status === 404)
      if (permissions.has(path) && how === 'a page' && isDenied === allowed)
        sent.push(`${allowed ? 'denied' : 'shown'}: ${path}`)
      if (!allowed && body.includes(planted.word)) sent.push(`planted word: ${path}, ${how}`)
      for (const [, script] of body.matchAll(/["'(\\](\/_next\/static\/[^"'()\\\s]+\.(?:js|css))/g))
        scripts.add(script!)
      for (const name of namesIn(body, secrets)) sent.push(`${name}: ${path}, ${how}`)
    }
  })
  const refused = await visit('/dashboard', { 'next-action': '0'.repeat(42), 'content-type': 'text/plain' }, 'POST')
  for (const name of namesIn(refused.body, secrets)) sent.push(`${name}: an unknown action`)
  return sent
}

// One company for all of them, asked by one role after the other.
test.describe.configure({ mode: 'default' })
const tag = '@desktop'
if (isFullProfile) test.setTimeout(600_000)

test.beforeAll(async ({ baseURL }) => {
  const organization = await createTestOrganization()
  await switchProductivity(organization)
  const planted = await plantCompany(organization)
  const visitors = new Map<Role, Visitor>()
  for (const role of ROLES) {
    const actor = role === 'owner' ? organization.owner : await addMember(organization, role)
    visitors.set(role, visitorOf(baseURL!, (await signInAs(actor)).cookie))
  }
  const secrets = [...planted.secrets, ...(await plantAccounts(organization))]
  const handlers = handlersOf(planted, organization.organizationId)
  const answered = new Set<string>()
  await requestAll(handlers, async (path) => {
    if ((await visitors.get('owner')!(path)).status !== 404) answered.add(path)
  })
  // A record that the owner does not find behind a route is of another kind; in the default form no other role requests
  // it.
  const requests = isFullProfile ? handlers : handlers.filter((path) => answered.has(path))
  run = { planted, secrets, visitors, addresses: [...pagesOf(planted), ...requests] }
})

for (const role of ROLES)
  test(
    `${role} is shown exactly the pages that the table grants, and what it may not read is in no page, payload, prefetch, route or error`,
    { tag },
    async () => {
      expect(await listSent(role), `sent to the ${role}`).toEqual([])
    },
  )

test(
  'values that a role may not read are in no script and no log, and values that the owner may read are where they are shown',
  { tag },
  async () => {
    const { planted, secrets, visitors } = run
    const owner = visitors.get('owner')!
    // Or looking for it would mean nothing.
    const open = await Promise.all(
      [
        `/dashboard/products/${planted.ids.product}`,
        `/dashboard/orders/${planted.ids.shippedOrder}`,
        '/dashboard/expenses',
      ].map(async (path) => [(await owner(path)).body, (await owner(path, { RSC: '1' })).body]),
    )
    for (const i of [0, 1])
      expect(namesIn(open.map((bodies) => bodies[i]).join(), secrets)).toEqual(
        expect.arrayContaining(['cost', 'expense', 'buyer of a shipped order']),
      )
    if (scripts.size === 0) await listSent('owner')
    expect(scripts.size).toBeGreaterThan(5)
    await requestAll([...scripts], async (script) =>
      expect({ script, names: namesIn((await owner(script)).body, secrets) }).toEqual({ script, names: [] }),
    )
    expect(namesIn(readFileSync(process.env.PRODUCT_LOG!, 'utf8'), secrets)).toEqual([])
  },
)

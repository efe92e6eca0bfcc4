import { readFileSync } from 'node:fs'
import { findDestination } from '../components/shell/navigation'
import { can, ROLES, type Permission, type Role } from '../lib/auth/permissions'
import { findFiles } from '../lib/testing/entries'
import { addMember, signInAs } from '../lib/testing/factories'
import { isFullProfile } from '../lib/testing/tell-figures'
import { visitorOf, waysToAsk, type Visitor } from './fixtures/ask'
import { pathOf, plantAccounts, plantCompany, type Planted, type Secret } from './fixtures/planted'
import { dashboardRoutes, recordRoutes, type RecordRoute } from './fixtures/routes'
import { expect, test } from './fixtures/test'
import messages from '../messages/pt-BR.json'

const IGNORED_ROUTE = '/api/auth/[...nextauth]'

const { title } = messages.pages.denied
const isDenied = (html: string) => html.includes(`${title}</h1>`)

/** The pages that need a permission, or none, by their addresses. */
const permissionsOf = (planted: Planted) =>
  new Map<string, Permission | null>([
    ...dashboardRoutes.map((path) => [path, findDestination(path)!.permission] as const),
    ...(Object.keys(recordRoutes) as RecordRoute[]).map(
      (route) => [pathOf(route, planted), recordRoutes[route]] as const,
    ),
  ])

/** Every page and route handler, with the planted records in the place of ids, and addresses that end in an error. */
function addressesOf(planted: Planted, organizationId: string): string[] {
  const ids = Object.values(planted.ids)
  const handlers = findFiles('app', 'route.ts')
    .map((path) => path.replace(/^app/, '').replace(/\/route\.ts$/, ''))
    .filter((path) => path !== IGNORED_ROUTE)
    .flatMap((path) => (path.includes('[id]') ? ids.map((id) => path.replace('[id]', id)) : [path]))
    .map((path) => `${path}?organization=${organizationId}&q=${planted.word}&ids=${planted.ids.product}`)
  return [
    ...permissionsOf(planted).keys(),
    `/dashboard/orders/${planted.ids.shippedOrder}`,
    `/dashboard/orders?q=${planted.word}`,
    ...handlers,
    '/dashboard/orders/no-such-order',
    `/dashboard/products/${planted.ids.openOrder}`,
    '/dashboard/nowhere',
  ]
}

const namesIn = (text: string, secrets: Secret[]) =>
  secrets.filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling))).map(({ name }) => name)

type Asked = { role: Role; planted: Planted; addresses: string[]; secrets: Secret[]; scripts: Set<string> }

/** A page, and to every other role one of the router's three ways by turns; in the full profile all of them to all. */
function waysOf(path: string, turn: number) {
  const [page, ...byRouter] = Object.entries(waysToAsk)
  // A route handler answers alike however it is asked.
  if (path.startsWith('/api/')) return [page!]
  if (isFullProfile) return [page!, ...byRouter]
  return turn % 2 === 0 ? [page!] : [page!, byRouter[Math.floor(turn / 2) % byRouter.length]!]
}

/** What was sent that the role may not read, with where; and pages that it was denied, or shown, against the table. */
async function listSent(visit: Visitor, { role, planted, addresses, secrets, scripts }: Asked) {
  const sent: string[] = []
  const permissions = permissionsOf(planted)
  for (const [at, path] of addresses.entries())
    for (const [how, headers] of waysOf(path, at + ROLES.indexOf(role))) {
      const { body } = await visit(path, headers)
      const permission = permissions.get(path)
      const allowed = !permission || can(role, permission)
      if (permissions.has(path) && how === 'a page' && isDenied(body) === allowed)
        sent.push(`${allowed ? 'denied' : 'shown'}: ${path}`)
      if (!allowed && body.includes(planted.word)) sent.push(`planted word: ${path}, ${how}`)
      for (const [, script] of body.matchAll(/["'(\\](\/_next\/static\/[^"'()\\\s]+\.(?:js|css))/g))
        scripts.add(script!)
      for (const name of namesIn(body, secrets)) sent.push(`${name}: ${path}, ${how}`)
    }
  const refused = await visit('/dashboard', { 'next-action': '0'.repeat(42), 'content-type': 'text/plain' }, 'POST')
  for (const name of namesIn(refused.body, secrets)) sent.push(`${name}: an unknown action`)
  return sent
}

test('a role is shown exactly the pages that the table grants, and what it may not read is in no page, payload, prefetch, route, script, error or log', async ({
  organization,
  baseURL,
}, info) => {
  test.skip(info.project.name !== 'desktop', 'no browser is involved')
  test.setTimeout(900_000)
  const planted = await plantCompany(organization)
  const visitors = new Map<string, Visitor>()
  for (const role of ROLES) {
    const actor = role === 'owner' ? organization.owner : await addMember(organization, role)
    visitors.set(role, visitorOf(baseURL!, (await signInAs(actor)).cookie))
  }
  const secrets = [...planted.secrets, ...(await plantAccounts(organization))]
  const addresses = addressesOf(planted, organization.organizationId)
  const scripts = new Set<string>()

  for (const role of ROLES) {
    const kept = secrets.filter(({ mayRead }) => !mayRead(role))
    const sent = await listSent(visitors.get(role)!, { role, planted, addresses, secrets: kept, scripts })
    expect(sent, `sent to the ${role}`).toEqual([])
  }

  const owner = visitors.get('owner')!
  // What the owner may read is found where it is shown, so that looking for it means something.
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
  expect(scripts.size).toBeGreaterThan(5)
  for (const script of scripts)
    expect({ script, names: namesIn((await owner(script)).body, secrets) }).toEqual({ script, names: [] })
  expect(namesIn(readFileSync(process.env.PRODUCT_LOG!, 'utf8'), secrets)).toEqual([])
})

// Loads pages: vitest.config.mts
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { destinations, findDestination } from '@/components/shell/navigation'
import { dashboardRoutes, publicRoutes, recordRoutes } from '@/e2e/fixtures/routes'
import { can, ROLES, type Right } from '@/lib/core/permissions'
import { findFiles, listPages, type PageInSource } from '@/lib/testing/harnesses/entries'

const mayOpen = (right: Right | null) => ROLES.filter((role) => right === null || can(role, right))
const hasId = ({ address }: { address: string }) => address.includes('[')
let pages: PageInSource[]
// A busy machine takes more than a minute to load every page.
beforeAll(async () => void (pages = await listPages('app/dashboard')), 240_000)

test('every page of the dashboard says whom it asks for', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ entry }) => !entry).map(({ path }) => path)).toEqual([])
})

test('a page asks for what its destination in the navigation does; one of a record for no less', () => {
  for (const { address, entry } of pages) {
    const destination = findDestination(address)
    expect({ address, destination: destination?.href }).toEqual({ address, destination: expect.any(String) })
    const above = mayOpen(destination!.permission)
    if (destination!.href === address)
      expect({ address, right: entry!.right }).toEqual({ address, right: destination!.permission })
    else
      expect({ address, more: mayOpen(entry!.right).filter((role) => !above.includes(role)) }).toEqual({
        address,
        more: [],
      })
  }
})

test('every destination of the navigation is a page', () => {
  const addresses = pages.map(({ address }) => address)
  expect(destinations.map(({ href }) => href).filter((href) => !addresses.includes(href))).toEqual([])
})

test('every page is walked by the end-to-end tests of screens, roles, secrets and the missing middleware', () => {
  const walked = pages.filter((page) => !hasId(page)).map(({ address }) => address)
  expect(dashboardRoutes.toSorted()).toEqual(walked.toSorted())
  const records = pages.filter(hasId).map(({ address, entry }) => [address, entry!.right])
  expect(Object.fromEntries(records)).toEqual(recordRoutes)
  const open = findFiles('app', 'page.tsx')
    .map((path) => ({ address: path.replace(/^app/, '').replace(/\/page\.tsx$/, '') || '/' }))
    .filter((page) => !page.address.startsWith('/dashboard') && !hasId(page))
  expect(open.map(({ address }) => address).filter((address) => !publicRoutes.includes(address))).toEqual([])
})

/** Pages whose content comes from shops and orders. Other pages that are empty at first show the next step themselves. */
const emptyAtFirst = [
  '/dashboard/orders',
  '/dashboard/products',
  '/dashboard/products/costs',
  '/dashboard/orders/import',
  '/dashboard/minha-empresa/pedidos',
  '/dashboard/minha-empresa/produtos',
  '/dashboard/minha-empresa/mapeamento-produtos',
  '/dashboard/minha-empresa/hub',
  '/dashboard/minha-empresa/painel',
  '/dashboard/minha-empresa/analises',
  '/dashboard/minha-empresa/shopee-central',
  '/dashboard/shopee/mesa-de-precos',
  '/dashboard/shopee/repasses',
  '/dashboard/shopee-reconciliation',
  '/dashboard/shopee-reconciliation/fechamento',
]

test.each(emptyAtFirst)('%s leads a new company to its next step', (address) => {
  const source = readFileSync(`app${address}/page.tsx`, 'utf8')
  expect(source).toMatch(/<NextStep member=|getStepAfter\(member,[\s\S]*<NextStepLine step=/)
})

/** Forms of a record whose own page, a step back, tells its history. */
const withoutHistory = ['/dashboard/products/[id]/edit', '/dashboard/orders/[id]/edit']

test('every page of a record tells what the record went through', () => {
  const sourceOf = (path: string) => readFileSync(path, 'utf8')
  const showsHistory = (route: string) => {
    const page = sourceOf(`app${route}/page.tsx`)
    const screens = [...page.matchAll(/from '@\/(components\/[\w/-]+)'/g)].map(([, path]) => sourceOf(`${path}.tsx`))
    return [page, ...screens].some((source) => source.includes('<RecordHistory kind='))
  }
  expect(Object.keys(recordRoutes).filter((route) => !showsHistory(route))).toEqual(withoutHistory)
})

/** Areas with pages of their own; a page nearer than these may have its own too. */
const areas = [
  'apis',
  'audit',
  'expenses',
  'exports',
  'gemini',
  'manus-assistant',
  'minha-empresa/analises',
  'minha-empresa/despesas',
  'minha-empresa/hub',
  'minha-empresa/lojas',
  'minha-empresa/mapeamento-produtos',
  'minha-empresa/painel',
  'minha-empresa/pedidos',
  'minha-empresa/produtos',
  'minha-empresa/shopee-central',
  'notifications',
  'orders',
  'products',
  'produtividade',
  'shopee',
  'shopee-reconciliation',
  'shops',
]
/** Settings, whose frame loads with them. */
const withoutOwn = /^settings(\/|$)/

test('every area shows its own shape while it loads, and names what could not be loaded', () => {
  const folders = findFiles('app/dashboard', 'page.tsx').map((path) =>
    path.replace(/^app\/dashboard\/?/, '').replace(/\/?page\.tsx$/, ''),
  )
  const inNone = folders.filter((folder) => !areas.some((area) => `${folder}/`.startsWith(`${area}/`)))
  expect(inNone.filter((folder) => folder && !withoutOwn.test(folder))).toEqual([])
  const loading = findFiles('app/dashboard', 'loading.tsx')
  expect(areas.filter((area) => !loading.includes(`app/dashboard/${area}/loading.tsx`))).toEqual([])
  const codes = areas.map((area) =>
    /code="(\w+LoadFailed)"/.exec(readFileSync(`app/dashboard/${area}/error.tsx`, 'utf8')),
  )
  expect(areas.filter((_, n) => !codes[n])).toEqual([])
})

test('a page that is reached from one beside it shows at once that it loads', () => {
  const pages = findFiles('app/dashboard', 'page.tsx').map((path) => dirname(path))
  const shows = (folder: string) => existsSync(`${folder}/loading.tsx`)
  /** Both lie in `folder`: what is shown is its own, or one on the way down to the page. */
  const isBare = (page: string, folder: string): boolean =>
    !shows(page) && (page === folder || isBare(dirname(page), folder))
  const parents = new Set(pages.flatMap((page) => [page, dirname(page)]))
  const bare = [...parents].filter((folder) => {
    const below = pages.filter((page) => `${page}/`.startsWith(`${folder}/`))
    return below.length > 1 && below.some((page) => isBare(page, folder))
  })
  expect(bare).toEqual([])
})

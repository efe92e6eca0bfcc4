// Loads pages: vitest.config.mts
import { listPages } from '@/lib/testing/entries'
import { createTestOrganization, signInAs } from '@/lib/testing/factories'
import { pathOf, plantCompany } from '@/e2e/fixtures/planted'
import { recordRoutes, type RecordRoute } from '@/e2e/fixtures/routes'
import { isFullProfile } from '@/lib/testing/tell-figures'
import { verifyCompanies } from '@/lib/testing/verified'
type Page = (given: { params: Promise<object>; searchParams: Promise<object> }) => Promise<unknown>
async function settle(node: unknown, seen = new Set<unknown>()): Promise<void> {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if (node instanceof Promise) return settle(await node, seen)
  for (const value of Object.values(node)) await settle(value, seen)
}
test('a page of a record opens for its company, and is not found for another', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  const [a, b] = [await plantCompany(mine), await plantCompany(theirs)]
  await signInAs(mine.owner)
  const pages = await listPages('app/dashboard')
  for (const route of Object.keys(recordRoutes) as RecordRoute[]) {
    const { path } = pages.find(({ address }) => address === route)!
    const { default: page } = (await import(`../../${path}`)) as { default: Page }
    const open = async (planted: typeof a) => {
      const id = pathOf(route, planted).replace('/edit', '').split('/').at(-1)!
      return page({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) })
        .then((node) => settle(node))
        .then(
          () => 'opened',
          (error: { digest?: string }) => error.digest ?? String(error),
        )
    }
    expect({ route, own: await open(a), foreign: await open(b) }).toEqual({
      route,
      own: 'opened',
      foreign: 'NEXT_HTTP_ERROR_FALLBACK;404',
    })
  }
})

if (isFullProfile) test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }))

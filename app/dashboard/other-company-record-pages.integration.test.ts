// Loads pages: vitest.config.mts
import { resolve } from 'node:path'
import { addMember, createTestOrganization, signInAs, signOut } from '@/lib/testing/factories/factories'
import { pathOf, plantCompany } from '@/e2e/fixtures/planted'
import { recordRoutes, type RecordRoute } from '@/e2e/fixtures/routes'
import { pathHeader } from '@/lib/identity/auth/return-path'
import { newId } from '@/lib/core/ids'
import { setRequestHeader } from '@/lib/testing/fakes/next-headers'
import { inspect } from '@/lib/testing/harnesses/database'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { verifyCompanies } from '@/lib/testing/harnesses/verified'
import { memberPage } from './member-page'
import { refuseHidden } from './refuse-hidden'
type Page = (given: { params: Promise<object>; searchParams: Promise<object> }) => Promise<unknown>
async function settle(node: unknown, seen = new Set<unknown>()): Promise<void> {
  if (typeof node !== 'object' || node === null || seen.has(node)) return
  seen.add(node)
  if (node instanceof Promise) return settle(await node, seen)
  for (const value of Object.values(node)) await settle(value, seen)
}

test('a member without the second factor that the company requires is led to set it up by every page but that one', async () => {
  const company = await createTestOrganization()
  await inspect(company.organizationId, 'UPDATE organization SET second_factor_required = true RETURNING 1')
  await signInAs(company.owner)
  const given = { params: Promise.resolve({}), searchParams: Promise.resolve({}) }
  await expect(memberPage(null, () => 'figures')(given)).rejects.toThrow('NEXT_REDIRECT')
  const setUp = memberPage(null, () => 'set up', [], { withoutSecondFactor: true })
  expect(await setUp(given)).toBe('set up')
  signOut()
})

test('a page is rendered only for a member whose role has its right', async () => {
  const company = await createTestOrganization()
  let rendered = 0
  const page = memberPage('money.read', () => `figures ${(rendered += 1)}`)
  const open = () => page({ params: Promise.resolve({}), searchParams: Promise.resolve({}) })
  await signInAs(company.owner)
  expect(await open()).toBe('figures 1')
  await signInAs(await addMember(company, 'operator'))
  expect(await open()).toMatchObject({ props: { member: { role: 'operator' } } })
  signOut()
  await expect(open()).rejects.toMatchObject({ digest: expect.stringMatching(/^NEXT_REDIRECT/) as string })
  expect(rendered).toBe(1)
})

describe('for a record', () => {
  let [mine, theirs] = [] as Awaited<ReturnType<typeof plantCompany>>[]
  beforeAll(async () => {
    const company = await createTestOrganization()
    mine = await plantCompany(company)
    theirs = await plantCompany(await createTestOrganization())
    await signInAs(company.owner)
  })

  test.each(Object.keys(recordRoutes) as RecordRoute[])(
    'the page %s opens for its company, and is not found for another',
    async (route) => {
      const path = resolve(`app${route}/page.tsx`)
      const { default: page } = (await import(path)) as { default: Page }
      const open = async (planted: typeof mine) => {
        const id = pathOf(route, planted!).replace('/edit', '').split('/').at(-1)!
        return page({ params: Promise.resolve({ id }), searchParams: Promise.resolve({}) })
          .then((node) => settle(node))
          .then(
            () => 'opened',
            (error: { digest?: string }) => error.digest ?? String(error),
          )
      }
      expect({ own: await open(mine), theirs: await open(theirs) }).toEqual({
        own: 'opened',
        theirs: 'NEXT_HTTP_ERROR_FALLBACK;404',
      })
    },
  )

  test.each(Object.keys(recordRoutes) as RecordRoute[])(
    'before the answer begins %s says 404 for another company’s record, an unknown one and an invalid id',
    async (route) => {
      const resultFor = async (path: string) => {
        setRequestHeader(pathHeader, path)
        return refuseHidden().then(
          () => 200,
          (error: { digest?: string }) => Number(error.digest?.split(';')[1]),
        )
      }
      const [own, their] = [pathOf(route, mine!), pathOf(route, theirs!)]
      const answers = [own, `${own}?tab=a`, their, route.replace('[id]', newId()), route.replace('[id]', 'NaN%20')]
      const statuses: number[] = []
      for (const path of answers) statuses.push(await resultFor(path))
      expect(statuses).toEqual([200, 200, 404, 404, 404])
    },
  )

  test.each([
    '/dashboard/products/new',
    '/dashboard/orders/import',
    '/dashboard/shopee-reconciliation/casos',
    '/dashboard',
  ])('%s is no record and stays', async (path) => {
    setRequestHeader(pathHeader, path)
    await expect(refuseHidden()).resolves.toBeUndefined()
  })
})

if (isFullProfile) test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }))

// Full form: loads every page and asks each with every id of another company. Default: lib/identity/auth/other-company-query-ids.integration.test.ts and app/dashboard/other-company-record-pages.integration.test.ts.
// Loads pages: vitest.config.mts
import { pathOf, plantCompany, type Planted } from '@/e2e/fixtures/planted'
import { recordRoutes, type RecordRoute } from '@/e2e/fixtures/routes'
import { listPages } from '@/lib/testing/harnesses/entries'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, signInAs } from '@/lib/testing/factories/factories'
import { isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'

type Query = Record<string, string>
type Page = (given: { params: Promise<Query>; searchParams: Promise<Query> }) => Promise<unknown>

/** Every text of what a page hands on, also of what its panels have begun to read. */
async function textsOf(node: unknown, seen = new Set<unknown>()): Promise<string[]> {
  if (typeof node === 'string') return [node]
  if (typeof node !== 'object' || node === null || seen.has(node)) return []
  seen.add(node)
  if (node instanceof Promise) return textsOf(await node, seen)
  const texts: string[] = []
  for (const value of Object.values(node)) texts.push(...(await textsOf(value, seen)))
  return texts
}

/** Empty for a page that does not render, as where nothing is found. */
const open = (page: Page, params: Query, query: Query): Promise<string[]> =>
  page({ params: Promise.resolve(params), searchParams: Promise.resolve(query) })
    .then((node) => textsOf(node))
    .catch((error: { digest?: string }) => {
      if (error.digest?.startsWith('NEXT_')) return []
      throw error
    })

/** The fields that a page reads of its query, by letting it read them. */
async function fieldsOf(page: Page, params: Query): Promise<string[]> {
  const names = new Set<string>()
  const note = (name: string | symbol) => void (typeof name === 'string' && name !== 'then' && names.add(name))
  const query = new Proxy<Query>({}, { get: (_, name) => void note(name), has: (_, name) => (note(name), false) })
  await open(page, params, query)
  return [...names].filter((name) => name !== 'toJSON')
}

const listIds = async ({
  organizationId,
  legalEntityId,
  owner,
}: Awaited<ReturnType<typeof createTestOrganization>>) => {
  const rows = await inspect<{ id: string }>(organizationId, 'SELECT id FROM shop UNION ALL SELECT id FROM channel')
  return [...rows.map(({ id }) => id), legalEntityId, owner.userId!]
}

test('no field of a page’s query shows what another company has', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  const [own, their] = [await plantCompany(mine), await plantCompany(theirs)]
  const ids = [...(await listIds(theirs)), ...Object.values(their.ids)]
  await signInAs(mine.owner)
  const differences: string[] = []
  let [requests, shown] = [0, 0]
  for (const { address, path } of await listPages('app/dashboard')) {
    const { default: page } = (await import(`../../${path}`)) as { default: Page }
    const params = paramsOf(address, own)
    const fields = await fieldsOf(page, params)
    if ((await open(page, params, {})).some((text) => text.includes(own.word))) shown += 1
    const queries = ids.flatMap((id) => [
      Object.fromEntries(fields.map((field) => [field, id])),
      ...(isFullProfile ? fields.map((field) => ({ [field]: id })) : []),
    ])
    for (const query of fields.length > 0 ? queries : []) {
      requests += 1
      const texts = await open(page, params, query)
      if (texts.some((text) => text.includes(their.word))) differences.push(`${address}?${new URLSearchParams(query)}`)
    }
  }
  const figure = { what: 'pages that showed another company', found: String(differences.length), wanted: '0' }
  reportFigures({ accepted: requests, figures: [{ ...figure, holds: differences.length === 0 }] })
  expect(differences).toEqual([])
  // With their own company's records they show it, or nothing could have been seen.
  expect(shown).toBeGreaterThan(20)
})

const paramsOf = (address: string, planted: Planted): Query =>
  address in recordRoutes
    ? {
        id: pathOf(address as RecordRoute, planted)
          .replace('/edit', '')
          .split('/')
          .at(-1)!,
      }
    : {}

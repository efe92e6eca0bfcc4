import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { writePlace } from '@/lib/core/keyset'
import { bookStock } from '../stock/book-stock'
import { listCounts } from '../warehouse/count-queries'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { drawsOf } from '@/lib/testing/harnesses/report-figures'
import { productSorts } from './filters'
import { getProductListFor } from './views'

const viewer = ({ organizationId }: TestOrganization) => ({
  organizationId,
  timeZone: 'America/Sao_Paulo',
  role: 'owner' as const,
})

type Given = {
  sku: string
  title: string
  priceCents?: bigint
  barcodes?: string[]
  stock?: number
  minimumStock?: number
}

async function fill(organization: TestOrganization, products: Given[]) {
  const { organizationId, owner } = organization
  await withOrganization(owner, async (db) => {
    const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId, kind: 'own' } })
    for (const { stock, ...fields } of products) {
      const id = newId()
      await db.product.create({ data: { organizationId, id, ...fields } })
      if (stock === undefined) continue
      await bookStock(db, owner, {
        source: { kind: 'product', id },
        entries: [{ product: { id, sku: fields.sku }, locationId: own.id, kind: 'opening', onHand: stock }],
        allowShort: true,
      })
    }
  })
}
const skus = async (organization: TestOrganization, query: Record<string, string>, size?: number) =>
  (await getProductListFor(viewer(organization), query, size)).page.rows.map(({ sku }) => sku)

test('a search finds words of the SKU, the title and the barcode without regard to accents and case, never by wildcards', async () => {
  const organization = await createTestOrganization()
  await fill(organization, [
    { sku: 'GAR-1L', title: 'Garrafa térmica 1 L', barcodes: ['7891000315507'] },
    { sku: 'LUM_PR', title: 'Luminária 50% articulada preta' },
    { sku: 'LUM-BR', title: 'Luminária articulada branca' },
  ])
  expect(await skus(organization, { q: 'TERMICA' })).toEqual(['GAR-1L'])
  expect(await skus(organization, { q: 'térmica garrafa' })).toEqual(['GAR-1L'])
  expect(await skus(organization, { q: '315507' })).toEqual(['GAR-1L'])
  expect(await skus(organization, { q: '07891000315507' })).toEqual(['GAR-1L'])
  expect(await skus(organization, { q: 'gar-1' })).toEqual(['GAR-1L'])
  expect(await skus(organization, { q: 'luminaria preta' })).toEqual(['LUM_PR'])
  expect(await skus(organization, { q: '%' })).toEqual(['LUM_PR'])
  expect(await skus(organization, { q: 'LUM_' })).toEqual(['LUM_PR'])
  expect(await skus(organization, { q: `'; drop table product; --` })).toEqual([])
})

test('titles sort as people read: accents and case beside each other', async () => {
  const organization = await createTestOrganization()
  await fill(organization, [
    { sku: '1', title: 'zebra' },
    { sku: '2', title: 'Água' },
    { sku: '3', title: 'Bolsa' },
    { sku: '4', title: 'abajur' },
  ])
  expect(await skus(organization, {})).toEqual(['4', '2', '3', '1'])
  expect(await skus(organization, { direction: 'desc' })).toEqual(['1', '3', '2', '4'])
})

test('stock filters and marks follow what is available against the minimum', async () => {
  const organization = await createTestOrganization()
  await fill(organization, [
    { sku: 'LOW', title: 'a', stock: 5, minimumStock: 5 },
    { sku: 'FULL', title: 'b', stock: 6, minimumStock: 5 },
    { sku: 'OUT', title: 'c', minimumStock: 0 },
    { sku: 'OVER', title: 'd', stock: -2, minimumStock: 5 },
    { sku: 'SIX', title: 'e', stock: 6 },
  ])
  expect(await skus(organization, { stock: 'low' })).toEqual(['LOW', 'OUT'])
  expect(await skus(organization, { stock: 'out' })).toEqual(['OUT', 'OVER'])
  expect(await skus(organization, { stock: 'oversold' })).toEqual(['OVER'])
})

test('pages forth and back show every product once, in any order, ties and unknown prices included', async () => {
  const organization = await createTestOrganization()
  await fill(
    organization,
    Array.from({ length: 23 }, (_, n) => ({
      sku: `S-${n}`,
      title: ['Água', 'água', 'Bola', 'bola'][n % 4]!,
      ...(n % 3 > 0 && { priceCents: BigInt(100 * (n % 5)) }),
      ...(n % 2 > 0 && { stock: n % 4 }),
    })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...productSorts),
      fc.constantFrom('asc', 'desc'),
      fc.integer({ min: 1, max: 9 }),
      async (sort, direction, size) => {
        const whole = await skus(organization, { sort, direction }, 100)
        expect(new Set(whole).size).toBe(23)
        const pages: string[][] = []
        let query: Record<string, string> = { sort, direction }
        for (;;) {
          const { page } = await getProductListFor(viewer(organization), query, size)
          pages.push(page.rows.map(({ sku }) => sku))
          if (!page.next) {
            query = page.previous ? { sort, direction, before: page.previous } : {}
            break
          }
          query = { sort, direction, after: page.next }
        }
        expect(pages.flat()).toEqual(whole)
        for (const expected of pages.slice(0, -1).reverse()) {
          const { page } = await getProductListFor(viewer(organization), query, size)
          expect(page.rows.map(({ sku }) => sku)).toEqual(expected)
          query = { sort, direction, before: page.previous ?? '' }
        }
      },
    ),
    drawsOf(5, 20),
  )
}, 60_000)

test.each(['garbage', Buffer.from(`${newId()}not a number`).toString('base64url')])(
  'a place that is none (%s) shows the first page',
  async (after) => {
    const organization = await createTestOrganization()
    await fill(organization, [{ sku: 'A', title: 'a' }])
    for (const sort of productSorts) expect(await skus(organization, { sort, after })).toEqual(['A'])
  },
)

test('the place of a moment that does not exist is the first page of the counts', async () => {
  const organization = await createTestOrganization()
  const counts = { after: writePlace({ value: '2026-99-99T99:99:99.123Z', id: newId() }), before: null, size: 5 }
  const { organizationId } = organization
  const page = await withOrganization(organization, (db) => listCounts(db, organizationId, counts))
  expect(page.rows).toEqual([])
})

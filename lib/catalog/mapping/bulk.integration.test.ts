import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { GET as previewRoute } from '@/app/api/mapping/preview/bulk/route'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { addDays, localDay } from '@/lib/core/dates'
import { newId } from '@/lib/core/ids'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addListing, addProduct, addShop } from '@/lib/testing/factories/sales'
import { mapBySkuAction } from './actions'
import { runSheet } from './apply-sheet'
import { downloadMappingSheet } from './download-sheet'
import type { PlainPreview } from './plain-preview'
import { getRunFor } from './run-view'
import { getMappingFor } from './views'

const daysAgo = (days: number) => addDays(localDay(new Date(), 'America/Sao_Paulo'), -days)

let company: TestOrganization
let shopId: string
beforeEach(async () => {
  company = await createTestOrganization()
  shopId = await addShop(company, newId())
  await signInAs(company.owner)
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const addSold = async (sku: string, sold: { status: string; day: string; cents: number }[]) => {
  const listingId = await addListing(company, shopId, `Anúncio ${sku}`)
  await sql('UPDATE listing SET sku = $2 WHERE id = $1', [listingId, sku])
  for (const { status, day, cents } of sold) {
    const id = newId()
    await sql(
      `WITH made AS (
         INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units, revenue_cents, total_cents)
         VALUES (current_organization(), $1::uuid, $1::uuid::text, 'shopee', $2::uuid, $2::uuid, $1::uuid::text, $3::"OrderStatus", $4::date + interval '15 hours', $4::date, 1, $5::bigint, $5::bigint) RETURNING id)
       INSERT INTO order_item (organization_id, order_id, line, listing_id, title, quantity, unit_price_cents, subtotal_cents)
       SELECT current_organization(), id, 1, $6::uuid, 'Item', 1, $5::bigint, $5::bigint FROM made`,
      [id, shopId, status, day, cents, listingId],
    )
    await sql(`SELECT append_order_deltas(ARRAY[$1::uuid], 1)::text`, [id])
  }
  return listingId
}
const viewer = { timeZone: 'America/Sao_Paulo' }
async function preview(query = ''): Promise<PlainPreview> {
  const answer = await previewRoute(new Request(`http://localhost/api/mapping/preview/bulk${query}`), {
    params: Promise.resolve({}),
  })
  return ((await answer.json()) as { data: PlainPreview }).data
}

test('mapping in bulk reaches past orders from a day on, and says before which they are', async () => {
  const product = await addProduct(company, 'CAN-1')
  await addSold('can-1', [
    { status: 'delivered', day: daysAgo(40), cents: 1000 },
    { status: 'delivered', day: daysAgo(20), cents: 2000 },
    { status: 'confirmed', day: daysAgo(1), cents: 3000 },
  ])
  const before = await preview()
  expect(before.shipped).toEqual({ orders: 2, revenueCents: '3000', from: daysAgo(40), to: daysAgo(20) })
  expect(before.open).toMatchObject({ orders: 1, revenueCents: '3000' })
  const since = await preview(`?since=${daysAgo(30)}`)
  expect(since.shipped).toEqual({ orders: 1, revenueCents: '2000', from: daysAgo(20), to: daysAgo(20) })
  const noDay = await mapBySkuAction(envelope(company), { shopId: null, scope: 'since', sinceDay: null })
  expect(noDay).toMatchObject({ error: 'invalidInput', fields: { sinceDay: ['mapping.fields.day'] } })
  const input = { shopId: null, scope: 'since' as const, sinceDay: daysAgo(30) }
  const { runId } = dataOf(await mapBySkuAction(envelope(company), input))
  await asWorker(() => runSheet(company.owner, runId))
  expect((await getRunFor(company.owner, runId)).summary).toEqual({ changed: 1, orders: 2 })
  const mapped = await sql<{ day: string }>(
    `SELECT o.local_day::text AS day FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.product_id = $1 ORDER BY 1`,
    [product],
  )
  expect(mapped.map(({ day }) => day)).toEqual([daysAgo(20), daysAgo(1)])
})

test('the headline, the list and the attention card speak of the same unmapped listings', async () => {
  const day = daysAgo(5)
  await addSold('open', [{ status: 'delivered', day, cents: 500 }])
  const mapped = await addSold('mapped', [{ status: 'delivered', day, cents: 7000 }])
  const gone = await addSold('gone', [{ status: 'delivered', day, cents: 9000 }])
  await sql('UPDATE listing SET product_id = $2 WHERE id = $1', [mapped, await addProduct(company, 'P')])
  await sql('UPDATE listing SET gone_at = now() WHERE id = $1', [gone])
  const { counts, page } = await getMappingFor({ ...company.owner, ...viewer }, {})
  expect(counts).toMatchObject({ unmapped: 1n, stakeCents: 500n })
  expect(page.rows.map(({ stakeCents }) => stakeCents)).toEqual([500n])
  expect((await getAttentionFor({ ...company.owner, ...viewer })).unmappedListings).toBe(1n)
})

test('a role without totals maps in the same order, without a figure of the sales', async () => {
  const day = daysAgo(5)
  for (const cents of [77_101, 88_202, 99_303]) await addSold(`S${cents}`, [{ status: 'delivered', day, cents }])
  const operator = await addMember(company, 'operator')
  await signInAs(operator)
  const seen = { ...operator, ...viewer }
  const first = await getMappingFor(seen, {}, 2)
  const second = await getMappingFor(seen, { after: first.page.next ?? '' }, 2)
  expect([...first.page.rows, ...second.page.rows].map(({ sku }) => sku)).toEqual(['S99303', 'S88202', 'S77101'])
  const previewText = JSON.stringify([first, await preview()], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const place = Buffer.from(first.page.next ?? '', 'base64url').toString()
  for (const figure of ['77101', '88202', '99303', '264606'])
    expect(`${previewText.replaceAll(/S\d{5}/g, '')}${place}`).not.toContain(figure)
  const cellsOf = async (given: typeof seen) => {
    const book = new ExcelJS.Workbook()
    await book.xlsx.load((await buffer(downloadMappingSheet(given, {}, 'pt'))) as unknown as ArrayBuffer)
    return (book.worksheets[0]!.getRow(1).values as string[]).filter(Boolean)
  }
  expect(await cellsOf(seen)).not.toContain('Vendas em 90 dias')
  expect(await cellsOf({ ...company.owner, ...viewer })).toContain('Vendas em 90 dias')
})

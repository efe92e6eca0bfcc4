import { mapListing } from '@/lib/catalog/mapping/map-listing'
import { exportListingKey } from '@/lib/connect/order-imports/listing-key'
import { withOrganization } from '@/lib/core/db'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'

let company: TestOrganization
let shop: string
let sold: Record<'A' | 'B' | 'C', string>
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  const product = (sku: string, cost?: string) => addStockedProduct(company, { sku, onHand: 10, ...(cost && { cost }) })
  sold = { A: await product('A'), B: await product('B', '2'), C: await product('C', '3') }
})
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)

type Item = { sku: 'A' | 'B'; quantity: number }
/** An order of these goods as an export and as the platform tell it. */
async function write(source: 'export' | 'api', goods: Item[]) {
  const items = goods.map(({ sku, quantity }) => {
    const x = exportListingKey({ sku, title: sku, variation: null })
    const ids = { k: `i:${sku}:0`, x, item: sku, model: '0' }
    return {
      ...(source === 'api' ? ids : { k: x }),
      s: sku,
      t: sku,
      v: null,
      q: quantity,
      p: 1000,
      d: 0,
      m: 1000 * quantity,
    }
  })
  const units = goods.reduce((sum, { quantity }) => sum + quantity, 0)
  const state = {
    stage: 1,
    status: 'shipped',
    platformStatus: 'SHIPPED',
    units,
    revenue: 1000 * units,
    total: 1000 * units,
  }
  const at = { day: '2026-11-01', placedAt: '2026-11-01T15:00:00Z', shippedAt: '2026-11-02T15:00:00Z', asOf: '2026-11-02T15:00:00Z', purgeAfter: '2027-11-01T15:00:00Z' } // prettier-ignore
  const more = {
    discount: 0,
    voucher: 0,
    freight: 0,
    charged: null,
    estimated: null,
    money: [],
    fulfilled: false,
    buyer: null,
    packages: [],
  }
  const payload = JSON.stringify({ ...state, ...at, ...more, moves: true, items })
  await asWorker(() =>
    withOrganization(
      { organizationId: company.organizationId },
      (db) => db.$queryRaw`
        SELECT created FROM write_marketplace_orders(${shop}::uuid, ${source}::"OrderSourceKind", array(
          SELECT ROW(1, '261101AAAA0001', decode(md5(${payload}), 'hex'), ${payload}::jsonb)::staged_order), '{"2026": 1}'::jsonb, true, NULL, NULL)`,
    ),
  )
}
const lines = async () =>
  (
    await sql<{ line: string }>(
      `SELECT concat_ws(' ', i.line, i.sku, 'as', p.sku, i.unit_cost) AS line FROM order_item i JOIN product p ON p.id = i.product_id ORDER BY i.line`,
    )
  ).map((row) => row.line)
const onHand = async () =>
  Object.fromEntries(
    (
      await sql<{ sku: string; units: number }>(
        'SELECT p.sku::text AS sku, v.on_hand::int AS units FROM stock_level v JOIN product p ON p.id = v.product_id',
      )
    ).map(({ sku, units }) => [sku, units]),
  )

test('a sold item keeps product, cost and stock when the platform lists the goods in another order than the sheet', async () => {
  await write('export', [
    { sku: 'A', quantity: 1 },
    { sku: 'B', quantity: 2 },
  ])
  expect(await lines()).toEqual(['1 A as A', '2 B as B 2.000000'])
  const [listing] = await sql<{ id: string }>(`SELECT id FROM listing WHERE sku = 'A'`)
  const later = { productId: sold.C, quantity: 1, seenProductId: sold.A, seenQuantity: 1, how: 'hand', scope: 'future', sinceDay: null } as const // prettier-ignore
  await mapListing(company.owner, { listingId: listing!.id, ...later })
  await sql(`UPDATE product_cost SET cost = 9 WHERE product_id = $1`, [sold.B])

  await write('api', [
    { sku: 'B', quantity: 2 },
    { sku: 'A', quantity: 1 },
  ])
  // Nor does what was sold as A, whose cost is unknown, take the cost of what its listing stands for today.
  expect(await lines()).toEqual(['1 B as B 2.000000', '2 A as A'])
  expect(await onHand()).toEqual({ A: 9, B: 8, C: 10 })
})

test('a kit takes what it was when it was sold, also when it comes on another line and is another kit by now', async () => {
  const kit = await addStockedProduct(company, { sku: 'KIT' })
  const consistsOf = (product: string, quantity: number) =>
    sql(`SELECT set_kit($1, jsonb_build_array(jsonb_build_object('product', $2::text, 'quantity', $3::int)))::text`, [
      kit,
      product,
      quantity,
    ])
  await consistsOf(sold.C, 2)
  const goods = [
    { sku: 'A' as const, quantity: 1 },
    { sku: 'B' as const, quantity: 1 },
  ]
  await write('export', goods)
  const [listing] = await sql<{ id: string }>(`SELECT id FROM listing WHERE sku = 'A'`)
  const asKit = { productId: kit, quantity: 1, seenProductId: sold.A, seenQuantity: 1, how: 'hand', scope: 'since', sinceDay: '2026-11-01' } as const // prettier-ignore
  await mapListing(company.owner, { listingId: listing!.id, ...asKit })
  expect(await onHand()).toMatchObject({ A: 10, B: 9, C: 8 })
  await consistsOf(sold.A, 1)
  await write('api', goods.toReversed())
  expect(await onHand()).toMatchObject({ A: 10, B: 9, C: 8 })
})

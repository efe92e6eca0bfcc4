// Own database: what other files left in its tables decides which index is the cheapest.
import { listTopProducts } from '@/lib/sales/sales-figures/product-sales'
import type { Db } from '@/lib/core/db'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { listCancelReasons, listItemLosses, listReturnReasons } from './cancellation-queries'
import { listCover } from './cover-queries'
import { rankAbc } from '@/lib/sales/sales-figures/product-figures'
import { listCohorts, listHours, listProductDays, listStateSales } from '@/lib/sales/sales-figures/sales-series'

const today = '2026-11-21'
const everywhere = { shop: null, channel: null }
const year = { from: '2025-11-22', to: today }
const slice = { first: 1, last: 50 }
let company: TestOrganization
let organizationId: string
let product: string

/** Three years of months, a year of days, and orders of which every tenth was cancelled. */
async function fill(company: TestOrganization, shop: string, products: number) {
  const org = `'${company.organizationId}'::uuid`
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    const insert = (sql: string) => owner.query(sql.replaceAll(':org', org).replaceAll(':shop', `'${shop}'::uuid`))
    await insert(`insert into product (organization_id, id, sku, title, updated_at)
      select :org, gen_random_uuid(), 'SKU-' || n, 'Produto ' || n, now() from generate_series(1, ${products}) n`)
    const sold = 'item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost'
    await insert(`insert into product_month (organization_id, month, ${sold})
      select :org, m, p.id, :shop, true, 3, (random() * 10000)::int, 3000, 11.5 from product p
      cross join generate_series('2023-12-01'::date, '2026-11-01', interval '1 month') m where p.organization_id = :org`)
    await insert(`insert into product_day (organization_id, day, ${sold})
      select :org, d, p.id, :shop, true, 1, 1000, 900, 3.5 from product p
      cross join generate_series('2026-10-01'::date, '${today}', interval '1 day') d where p.organization_id = :org`)
    await insert(`insert into sales_hour (organization_id, day, outlet_id, hour, orders, units, gross_cents)
      select :org, d, :shop, h, 1, 1, 1000 from generate_series('2024-01-01'::date, '${today}', interval '1 day') d, generate_series(0, 23) h`)
    await insert(`insert into sales_state (organization_id, day, outlet_id, state, orders, units, gross_cents)
      select :org, d, :shop, s, 1, 1, 1000 from generate_series('2024-01-01'::date, '${today}', interval '1 day') d, unnest(array['SP','MG','RJ','']) s`)
    await insert(`insert into cohort_month (organization_id, outlet_id, first_month, month, buyers, orders, revenue_cents)
      select :org, gen_random_uuid(), f, m, 1, 1, 100 from generate_series('2020-01-01'::date, '2026-11-01', interval '1 month') f,
        generate_series('2020-01-01'::date, '2026-11-01', interval '1 month') m where m >= f`)
    await insert(`insert into orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units, revenue_cents, total_cents)
      select :org, gen_random_uuid(), 'C' || n, 'shopee', :shop, :shop, n, (case when n % 10 = 0 then 'cancelled' else 'delivered' end)::"OrderStatus",
        '${today}'::timestamptz - n * interval '100 minutes', ('${today}'::timestamptz - n * interval '100 minutes')::date, 1, 1000, 1000
      from generate_series(1, 12000) n`)
    // Else a foreign key's plan, made while the lane's tables were small, reads all orders for each line.
    await owner.query('analyze product, orders, order_item')
    await insert(`insert into order_item (organization_id, order_id, line, product_id, title, quantity, unit_price_cents, subtotal_cents)
      select :org, id, 1, (select min(id::text)::uuid from product where organization_id = :org), 'Item', 1, 1000, 1000
      from orders where organization_id = :org`)
    await insert(`insert into order_return (organization_id, id, order_id, shop_id, number, kind, opened_at)
      select :org, gen_random_uuid(), id, shop_id, code, 'with_return', placed_at from orders where organization_id = :org and right(code, 1) = '7'`)
  })
}

const tables = [
  'product_span',
  'product_month',
  'product_day',
  'sales_hour',
  'sales_state',
  'cohort_month',
  'orders',
  'order_item',
  'order_return',
]
// A company's products are few beside what they sold, and all of them are looked at for their cover.
const readsAll = new RegExp(`Seq Scan on (${tables.join('|')})\\b`)

beforeAll(async () => {
  for (const products of [120, 200, 120]) {
    const one = await createTestOrganization()
    await fill(one, await addShop(one, 'Loja'), products)
    if (products === 200) company = one
  }
  organizationId = company.organizationId
  await withOwner((owner) => owner.query(`analyze ${tables.join(', ')}`))
  product = (await inspect<{ id: string }>(organizationId, 'select id from product limit 1'))[0]!.id
}, 120_000)

const sold = (range = year) => ({ scope: { organizationId }, range, salesChannels: everywhere, today })
const losses = () => ({ organizationId, range: year, salesChannels: everywhere, timeZone: 'America/Sao_Paulo' })

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  ['top products of a year', (db) => listTopProducts(db, { organizationId }, sold(), 5), /product_span_pkey/],
  [
    'the ABC curve of a year',
    (db) => rankAbc(db, sold(), { measure: 'profit', cuts: { a: 80, b: 95 }, slice }),
    /product_span_pkey/,
  ],
  ['stock cover', (db) => listCover(db, sold(), { band: null, slice }), /product_span_pkey/],
  ['hours', (db) => listHours(db, organizationId, year, everywhere), /sales_hour_pkey/],
  ['states', (db) => listStateSales(db, organizationId, year, everywhere), /sales_state_pkey/],
  ['cohorts', (db) => listCohorts(db, organizationId, '2026-11-01', everywhere), /cohort_month_pkey/],
  [
    'the sales of one product each day',
    (db) => listProductDays(db, organizationId, product, year, everywhere),
    /product_day_organization_id_item_key_day_idx/,
  ],
  ['reasons of cancellations', (db) => listCancelReasons(db, losses()), /orders_cancelled/],
  ['reasons of returns', (db) => listReturnReasons(db, losses()), /order_return_opened/],
  [
    'products of cancellations and returns',
    (db) => listItemLosses(db, losses(), 20),
    /orders_cancelled[^]*order_return_opened/,
  ],
])('%s: from an index', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
})

test('a year’s products are read in a few blocks and some days, not in as many rows as it has days or months', async () => {
  const plan = await explain(organizationId, (db) => listTopProducts(db, { organizationId }, sold(), 5), {
    isMeasured: true,
  })
  const rows = [...plan.matchAll(/Scan.* on product_(?:span|day)\w*.*actual rows=(\d+)/g)].map(([, count]) =>
    Number(count),
  )
  expect(Math.max(...rows)).toBeLessThanOrEqual(200 * 18)
  expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThan(200 * 30)
})

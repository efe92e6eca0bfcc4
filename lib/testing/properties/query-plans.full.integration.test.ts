// Full form: fills tables with tens of thousands of rows to read the plans. Default: lib/testing/properties/query-plans.integration.test.ts.
import { getAttention } from '@/lib/insight/dashboard/attention'
import { withOrganization, type Db } from '@/lib/core/db'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { readDispatchFilters } from '@/lib/sales/dispatch/filters'
import { countStages, listToShip } from '@/lib/sales/dispatch/queries'
import { countDispatchTabs } from '@/lib/sales/dispatch/tab-counts'
import { listUrgent } from '@/lib/sales/dispatch/urgent'
import { readExpenseFilters } from '@/lib/money/expenses/filters'
import { listExpenses } from '@/lib/money/expenses/queries'
import { sumByDueDay } from '@/lib/money/expenses/sums'
import { newId } from '@/lib/core/ids'
import { writePlace } from '@/lib/core/keyset'
import { readMappingFilters } from '@/lib/catalog/mapping/filters'
import { listListings } from '@/lib/catalog/mapping/queries'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { unreadOf } from '@/lib/insight/notifications/queries'
import { listOrders } from '@/lib/sales/orders/queries'
import { getSellableProduct } from '@/lib/sales/orders/sellable-products'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { listProducts } from '@/lib/catalog/products/queries'
import { readReturnFilters } from '@/lib/sales/returns/filters'
import { readLags } from '@/lib/money/reconciliation/expected-day'
import { listReturns } from '@/lib/sales/returns/queries'
import { sendListingUpdates } from '@/lib/connect/sync/listing-updates/send-listing-updates'
import { withOwner } from '../harnesses/database'
import { explain } from '../harnesses/explain'
import { createTestOrganization, type TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

const today = '2026-11-20'
const now = new Date(`${today}T12:00:00Z`)
const clock = { timeZone: 'America/Sao_Paulo', today, now }

const orders = 20_000
let company: TestOrganization
let organizationId: string
let shop: string

async function fill(company: TestOrganization, products: number) {
  const shop = await addShop(company, 'Loja')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    const insert = (sql: string) => owner.query(sql.replaceAll(':org', `'${company.organizationId}'::uuid`))
    await insert(`insert into orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at,
        local_day, ship_by, units, revenue_cents, total_cents)
      select :org, gen_random_uuid(), 'MSC-2026-' || lpad(n::text, 6, '0'), 'shopee', '${shop}', '${shop}', '26' || upper(md5(n::text)),
        (case when n <= 30 then 'confirmed' when n % 10 = 0 then 'cancelled' else 'delivered' end)::"OrderStatus",
        '${today}'::timestamptz - n * interval '20 minutes', ('${today}'::timestamptz - n * interval '20 minutes')::date,
        '${today}'::timestamptz + interval '1 day', 1, 1000, 1000
      from generate_series(1, ${orders}) n`)
    await insert(`insert into product (organization_id, id, sku, title, updated_at)
      select :org, gen_random_uuid(), 'SKU-' || n, 'Produto ' || md5(n::text), now() from generate_series(1, ${products}) n`)
    await insert(`insert into order_item (organization_id, order_id, line, product_id, title, quantity, unit_price_cents, subtotal_cents)
      select :org, id, 1, (select min(id::text)::uuid from product where organization_id = :org), 'Item', 1, 1000, 1000
      from orders where organization_id = :org`)
    await insert(`insert into order_list (organization_id, order_id, outlet_id, placed_at, revenue_cents, margin_cents, unmapped, words)
      select :org, id, outlet_id, placed_at, revenue_cents, 500, false, search_text(code || ' ' || external_code) from orders where organization_id = :org`)
    await insert(`insert into expense (organization_id, id, description, amount_cents, kind, due_on, status, paid_on)
      select :org, gen_random_uuid(), 'Despesa ' || n, 1000, 'fixed', '${today}'::date - n / 10,
        (case when n <= 50 then 'pending' else 'paid' end)::"ExpenseStatus", case when n > 50 then '${today}'::date end
      from generate_series(1, 5000) n`)
    await insert(`insert into notification (organization_id, id, user_id, kind, key, read_at)
      select :org, gen_random_uuid(), '${company.owner.userId}', 'importFinished', n, case when n > 20 then now() end
      from generate_series(1, 5000) n`)
    await insert(`insert into invitation (organization_id, id, hash, email, role, invited_by, expires_at, revoked_at)
      select :org, gen_random_uuid(), sha256(n::text::bytea), n || '@example.com', 'viewer', '${company.owner.userId}', now() + interval '1 day',
        case when n > 100 then now() end
      from generate_series(1, 5000) n`)
    await fillMarketplace(insert, shop, products)
  })
  return shop
}

/** A parcel for each order, a return for every tenth, two listings for three products, and what went wrong with some of them. */
async function fillMarketplace(insert: (sql: string) => Promise<unknown>, shop: string, products: number) {
  await insert(`insert into package (organization_id, id, order_id, shop_id, number, printed_at)
    select :org, gen_random_uuid(), id, shop_id, code, case when placed_at > '${today}'::timestamptz - interval '2 days' then placed_at end
    from orders where organization_id = :org`)
  await insert(`insert into order_return (organization_id, id, order_id, shop_id, number, kind, state, due_at, opened_at)
    select :org, gen_random_uuid(), id, shop_id, code, 'with_return',
      (case when placed_at > '${today}'::timestamptz - interval '30 days' then 'open' else 'closed' end)::"ReturnState", ship_by, placed_at
    from orders where organization_id = :org and units = 1 and right(code, 1) = '5'`)
  await insert(`insert into listing (organization_id, id, shop_id, external_key, item_id, model_id, title, price_cents, product_id)
    select :org, gen_random_uuid(), '${shop}', n, n, '0', 'Anúncio ' || md5(n::text), 1000,
      case when n > 100 then (select min(id::text)::uuid from product where organization_id = :org) end
    from generate_series(1, ${Math.ceil(products / 1.5)}) n`)
  await insert(`insert into listing_update (organization_id, listing_id, kind, wanted, state, queued_at)
    select :org, id, 'stock', 5, (case when item_id::int <= 20 then 'waiting' when item_id::int <= 40 then 'failed' else 'sent' end)::"ListingUpdateState",
      '${today}'::timestamptz - item_id::int * interval '1 minute' from listing where organization_id = :org`)
  await insert(`insert into sync_failure (organization_id, id, shop_id, operation, subject, error_code, state, last_at)
    select :org, gen_random_uuid(), '${shop}', 'order', n, 'notFound', (case when n > 40 then 'resolved' else 'dead' end)::"FailureState",
      '${today}'::timestamptz - n * interval '1 minute' from generate_series(1, 5000) n`)
}

const tables =
  'orders|order_list|order_item|product|expense|notification|invitation|package|order_return|listing|listing_update|sync_failure'
const readsAll = new RegExp(`Seq Scan on (${tables})\\b`)

beforeAll(async () => {
  const companies = [await createTestOrganization(), await createTestOrganization(), await createTestOrganization()]
  company = companies[1]!
  for (const each of companies)
    if (each === company) shop = await fill(each, 5000)
    else await fill(each, 20_000)
  organizationId = company.organizationId
  await withOwner((owner) => owner.query(`analyze ${tables.replaceAll('|', ', ')}`))
}, 300_000)

const allVisible = { money: true, buyers: true }
const ordersFor = (query: Record<string, string>) => (db: Db) =>
  listOrders(db, organizationId, readOrderFilters({ period: 'all', ...query }, today, allVisible), clock, { size: 50 })
const products = (db: Db, query: Record<string, string> = {}) =>
  listProducts(db, organizationId, readProductFilters(query, true), { today, seesMoney: true, size: 50 })
const expenses = (query: Record<string, string>) => (db: Db) =>
  listExpenses(db, organizationId, readExpenseFilters(query, today), { today, size: 50 })
const toShip =
  (query: Record<string, string> = {}) =>
  (db: Db) =>
    listToShip(db, organizationId, readDispatchFilters(query), clock, 50)
const listings = (tab: string) => (db: Db) =>
  listListings(db, organizationId, readMappingFilters({ tab }), { stakeFrom: '2026-08-22', size: 50 })
const mine = () => ({ ...company.owner, role: 'owner' as const, legalEntityIds: null })

// A search by words looks through the company's rows (docs/decisions/001-tenancy.md), so it is not among these.
test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  ['the first page of orders', ordersFor({}), /orders_organization_id_placed_at_id_idx/],
  [
    'orders by the beginning of a code',
    ordersFor({ q: 'm' }),
    /orders_organization_id_placed_at_id_idx|orders_code_prefix/,
  ],
  ['an order by its code', ordersFor({ q: 'msc-2026-000100' }), /orders_code_prefix[^]*orders_external_code_prefix/],
  ['the first page of cancelled orders', ordersFor({ status: 'cancelled' }), /orders_cancelled_by_time/],
  ['the few orders entered by hand', ordersFor({ channel: 'manual' }), /orders_manual/],
  ['orders by value', ordersFor({ sort: 'value' }), /order_list_by_value/],
  ['orders by margin', ordersFor({ sort: 'margin' }), /order_list_by_margin/],
  ['orders by ship-by', ordersFor({ sort: 'shipBy' }), /orders_to_ship|orders_dispatch|orders_unfinished/],
  ['the oldest orders', ordersFor({ sort: 'oldest' }), /orders_organization_id_placed_at_id_idx/],
  ['orders of a range of values', ordersFor({ min: '999', max: '1000' }), /order_list_by_(value|time)/],
  ['orders with a negative margin', ordersFor({ negative: '1' }), /order_list_negative/],
  ['orders with an unmapped item', ordersFor({ unmapped: '1' }), /order_list_unmapped/],
  [
    'late orders with an unmapped item',
    ordersFor({ unmapped: '1', waiting: 'late' }),
    /orders_to_ship|orders_unfinished/,
  ],
  [
    'orders of a week by value',
    ordersFor({ period: '', from: '2026-09-01', to: '2026-09-07', sort: 'value' }),
    /order_list_by_(time|value)|orders_organization_id_local_day_idx|orders_organization_id_placed_at_id_idx/,
  ],
  ['orders under way', ordersFor({ status: 'confirmed,processing' }), /orders_unfinished/],
  ['late orders', ordersFor({ waiting: 'late' }), /orders_to_ship|orders_unfinished/],
  ['orders whose payout is late', ordersFor({ waiting: 'payout' }), /orders_to_complete/],
  ['a product by its SKU', (db) => getSellableProduct(db, organizationId, 'sku-77'), /product_sku_key/],
  ['the first page of products', (db) => products(db), /product_title_sort/],
  ['the first page of expenses', expenses({}), /expense_list_order/],
  ['the first page of expenses by due day', expenses({ sort: '-due' }), /expense_organization_id_due_on_id_idx/],
  ['overdue expenses', expenses({ status: 'overdue' }), /expense_pending/],
  ['expenses by amount', expenses({ sort: '-amount' }), /expense_amount_order/],
  ['expenses by day of payment', expenses({ sort: 'paid' }), /expense_paid_order/],
  [
    'a deep page of expenses',
    expenses({ sort: '-due', before: writePlace({ value: '2026-01-01', id: newId() }) }),
    /expense_organization_id_due_on_id_idx/,
  ],
  [
    'expenses due in a month, day by day',
    (db) =>
      sumByDueDay(db, organizationId, readExpenseFilters({}, today), { from: '2026-11-01', to: '2026-11-30' }, today),
    /expense_organization_id_due_on_id_idx|expense_pending/,
  ],
  [
    'how long parcels take',
    (db) => readLags(db, { organizationId, ...clock, shopIds: [shop] }),
    /orders_organization_id_outlet_id_placed_at_id_idx/,
  ],
  [
    'what waits',
    (db) => getAttention(db, { organizationId, timeZone: clock.timeZone }, today, now),
    /orders_to_ship|orders_unfinished/,
  ],
  ["the bell's count", (db) => db.$queryRaw`${unreadOf(mine())}`, /notification_unread/],
  ['the first page of orders to ship', toShip(), /orders_(dispatch|to_ship)[^]*package_organization_id_order_id_idx/],
  [
    'orders to ship of a stage',
    toShip({ stage: 'arrange' }),
    /orders_(dispatch|to_ship)[^]*package_organization_id_order_id_idx/,
  ],
  ['an order to ship by the beginning of its code', toShip({ q: 'msc-2026-00001' }), /orders_dispatch|_prefix/],
  [
    'how many orders stand in each stage',
    (db) => countStages(db, organizationId, readDispatchFilters({}), clock),
    /orders_(dispatch|to_ship)[^]*package_organization_id_order_id_idx/,
  ],
  ['the work in each tab', (db) => countDispatchTabs(db, organizationId, new Date()), /orders_dispatch/],
  ['urgent orders', (db) => listUrgent(db, organizationId, now), /orders_invoice_to_cancel[^]*package_printed/],
  [
    'the first page of returns',
    (db) => listReturns(db, organizationId, readReturnFilters({}), 50),
    /order_return_todo/,
  ],
  ['listings without a product', listings('unmapped'), /listing_unmapped|listing_organization_id_product_id/],
  ['the first page of listings', listings('mapped'), /listing_by_title/],
  ['failures', () => getFailuresFor(mine()), /sync_failure_open[^]*listing_update_refused/],
  ['stock and prices to send', () => sendListingUpdates(company, shop), /Index Scan (using|on) listing_update_/],
])('%s: from an index', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
})

test('the open invitations to an address: from an index, through those of every company', async () => {
  const plan = await withOwner(async (owner) => {
    const [row] = (
      await owner.query<{ body: string }>(`select prosrc as body from pg_proc where proname = 'list_user_invitations'`)
    ).rows
    const body = row!.body.replace(/\bp_user\b/g, `'${company.owner.userId}'::uuid`)
    return JSON.stringify((await owner.query(`explain ${body}`)).rows)
  })
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(/invitation_open/)
  expect(plan).toMatch(/Index Cond: .*email/)
})

test('whether a company has something to push planned: from indexes, whatever it has sold', async () => {
  const plan = await withOwner(async (owner) => {
    const [row] = (
      await owner.query<{ body: string }>(
        `select substring(prosrc from 'IF \\(\\n(.*)\\n    \\) THEN') as body from pg_proc where proname = 'list_organizations_to_plan'`,
      )
    ).rows
    const body = row!.body.replace(/\bv_org\b/g, `'${organizationId}'::uuid`).replace('p_compare_minutes', '60')
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    return JSON.stringify((await owner.query(`explain ${body}`)).rows)
  })
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(/stock_movement_pkey[^}]*}[^}]*Index Cond: [^"]*id > c\.movement_id/)
  expect(plan).toMatch(/Index Scan (using|on) listing_update_/)
})

test('a page far down comes from an index, from its place on', async () => {
  const place = Buffer.from('00000000-0000-7000-8000-0000000000002026-03-01T00:00:00.000Z').toString('base64url')
  const plan = await explain(organizationId, ordersFor({ after: place }))
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(/Index Cond: .*ROW\(placed_at, id\) </)
})

test("an order is found by the beginning of its own code and of the marketplace's, a product by its SKU in any case", async () => {
  const sellableProduct = await withOrganization({ organizationId }, async (db) => ({
    own: await ordersFor({ q: 'msc-2026-00007' })(db),
    whole: await ordersFor({ q: 'msc-2026-000071' })(db),
    theirs: await ordersFor({ q: '268f14e45f' })(db),
    wildcard: await ordersFor({ q: 'MSC_2026%' })(db),
    product: await getSellableProduct(db, organizationId, 'sku-77'),
  }))
  expect(sellableProduct.own.rows.map(({ code }) => code)).toEqual(
    Array.from({ length: 10 }, (_, n) => `MSC-2026-00007${n}`),
  )
  expect(sellableProduct.whole.rows.map(({ code }) => code)).toEqual(['MSC-2026-000071'])
  expect(sellableProduct.theirs.rows.map(({ code }) => code)).toEqual(['MSC-2026-000007'])
  expect(sellableProduct.wildcard.rows).toEqual([])
  expect(sellableProduct.product?.sku).toBe('SKU-77')
})

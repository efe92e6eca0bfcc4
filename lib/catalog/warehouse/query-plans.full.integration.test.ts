// Full form: fills tables with thousands of rows to read the plans of its lists. Default: lib/catalog/purchases/query-plans.integration.test.ts and lib/insight/analytics/query-plans.integration.test.ts.
import type { Db } from '@/lib/core/db'
import { readProductFilters } from '../products/filters'
import { listProducts } from '../products/queries'
import { readMovementFilters } from '../stock/filters'
import { listMovements } from '../stock/queries'
import { withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { listCountEntries, listCountLines } from './count-lines'
import { listCounts } from './count-queries'
import { listElsewhere } from './levels'

const today = '2026-11-20'
const timeZone = 'America/Sao_Paulo'
const products = 5000
const movements = 60_000

let organizationId: string
let product: string
let count: string

/** A ledger as orders write it, with a hundredth by hand; and a session of all products. */
async function fill(company: TestOrganization, size: number) {
  const { organizationId: org, owner } = company
  const shop = await addShop(company, 'Loja')
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org])
    const insert = (sql: string) => client.query(sql.replaceAll(':org', `'${org}'::uuid`))
    await insert(`insert into product (organization_id, id, sku, title)
      select :org, gen_random_uuid(), 'SKU-' || n, 'Produto ' || md5(n::text) from generate_series(1, ${size}) n`)
    await insert(
      `insert into stock_location (organization_id, id, kind, name) values (:org, gen_random_uuid(), 'damaged', 'Avariados')`,
    )
    await insert(`insert into stock_level (organization_id, product_id, location_id, on_hand, reserved)
      select :org, p.id, l.id, 20, 2 from product p, stock_location l where p.organization_id = :org and l.organization_id = :org and l.kind = 'own'`)
    await insert(`insert into stock_movement (organization_id, product_id, location_id, kind, on_hand_delta, reserved_delta, on_hand_after,
        reserved_after, source_kind, source_id, source_line, actor_id, occurred_at)
      select :org, p.id, case when n % 300 = 0 then damaged.id else own.id end,
        (case when n % 300 = 0 then 'transfer' when n % 100 = 0 then 'adjustment' when n % 2 = 0 then 'ship' else 'reserve' end)::"MovementKind",
        1, 0, n, 0, case when n % 300 = 0 then 'transfer' when n % 100 = 0 then 'adjustment' else 'order' end, gen_random_uuid(), n,
        case when n % 500 = 0 then '${owner.userId}'::uuid end, '${today}'::timestamptz - n * interval '1 minute'
      from generate_series(1, ${movements}) n
      join (select id, row_number() over () - 1 as place from product where organization_id = :org) p on p.place = n % ${size},
        (select id from stock_location where organization_id = :org and kind = 'own') own,
        (select id from stock_location where organization_id = :org and kind = 'damaged') damaged`)
    await insert(`insert into listing (organization_id, id, shop_id, external_key, item_id, model_id, title, product_id, platform_stock, fulfilled_by_platform)
      select :org, gen_random_uuid(), '${shop}', id, id, '0', title, id, 3, true from product where organization_id = :org`)
    await insert(`insert into stock_count (organization_id, id, name, created_at)
      select :org, gen_random_uuid(), 'Contagem ' || n, '${today}'::timestamptz - n * interval '1 hour' from generate_series(1, 4000) n`)
    await insert(`insert into stock_count_line (organization_id, count_id, product_id, position, listed)
      select :org, c.id, p.id, row_number() over (), true from (select id from stock_count where organization_id = :org order by created_at desc limit 5) c,
        product p where p.organization_id = :org`)
    await insert(`insert into stock_count_entry (organization_id, id, count_id, product_id, round, units, counted_at, saved_at, on_hand_at)
      select :org, gen_random_uuid(), count_id, product_id, 1, 1, now(), now(), 20 from stock_count_line where organization_id = :org`)
  })
}

beforeAll(async () => {
  const companies = [await createTestOrganization(), await createTestOrganization()]
  await fill(companies[0]!, 4 * products)
  await fill(companies[1]!, products)
  organizationId = companies[1]!.organizationId
  const tables = 'product, listing, stock_level, stock_movement, stock_count, stock_count_line, stock_count_entry'
  await withOwner(async (client) => {
    await client.query(`analyze ${tables}`)
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    const { rows } = await client.query<{ product: string; count: string }>(
      `select (select product_id from stock_count_line where organization_id = $1 limit 1) as product,
         (select count_id from stock_count_line where organization_id = $1 limit 1) as count`,
      [organizationId],
    )
    product = rows[0]!.product
    count = rows[0]!.count
  })
}, 180_000)

const readsAll = /Seq Scan on (product|listing|stock_level|stock_movement|stock_count_line|stock_count_entry)\b/
const ledger =
  (query: Record<string, string> = {}) =>
  (db: Db) =>
    listMovements(
      db,
      organizationId,
      readMovementFilters(query.product === 'one' ? { ...query, product } : query, today),
      { timeZone, size: 50 },
    )
const levels =
  (query: Record<string, string> = {}) =>
  (db: Db) =>
    listProducts(db, organizationId, readProductFilters(query, true), { today, seesMoney: true, size: 50 })
const lines =
  (tab: 'all' | 'different', after: string | null = null) =>
  (db: Db) =>
    listCountLines(db, organizationId, count, {
      tab,
      q: '',
      after,
      before: null,
      size: 50,
      today,
      seesMoney: true,
    })
const placeAt = (value: string) => Buffer.from(`00000000-0000-7000-8000-000000000000${value}`).toString('base64url')
const deep = placeAt('2026-10-25T00:00:00.000Z|999999999')

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  ['the first page of the ledger', ledger(), /stock_movement_organization_id_occurred_at_id_idx/],
  ['a page far down the ledger', ledger({ after: deep }), /Index Cond: .*ROW\(m?\.?occurred_at, m?\.?id\) </],
  ['the ledger of some days', ledger({ from: '2026-11-01', to: '2026-11-03' }), /Index Cond: .*occurred_at >= /],
  [
    'the ledger of a product',
    ledger({ product: 'one' }),
    /stock_movement_organization_id_product_id_occurred_at_id_idx/,
  ],
  ['transfers', ledger({ kind: 'transfer' }), /stock_movement_by_(hand|source|location)/],
  ['adjustments by hand', ledger({ source: 'adjustment' }), /stock_movement_by_source/],
  ['damaged stock', ledger({ location: 'damaged' }), /stock_movement_by_location/],
  ['the first page of the levels', levels(), /product_title_sort/],
  [
    'stock elsewhere',
    (db) => listElsewhere(db, organizationId, [product]),
    /stock_level_pkey[^]*listing_organization_id_product_id/,
  ],
  [
    'the counting sessions',
    (db) => listCounts(db, organizationId, { after: null, before: null, size: 25 }),
    /stock_count_organization_id_created_at_id_idx/,
  ],
  ['the lines of a session', lines('all'), /stock_count_line_organization_id_count_id_position/],
  [
    'lines far down a session',
    lines('all', placeAt('4000')),
    /Index Cond: .*ROW\(l?\.?"?position"?, l?\.?product_id\) >/,
  ],
  [
    'the newest entries of a session',
    (db) => listCountEntries(db, organizationId, count, 20),
    /stock_count_entry_organization_id_count_id_saved_at_id_idx/,
  ],
])('%s: from an index', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
})

test('the movements of one person: from an index', async () => {
  const [actor] = await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    const { rows } = await client.query<{ id: string }>(
      'select actor_id as id from stock_movement where organization_id = $1 and actor_id is not null limit 1',
      [organizationId],
    )
    return rows
  })
  const plan = await explain(organizationId, ledger({ person: actor!.id }))
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(/stock_movement_by_(actor|hand)/)
})

// Full form: fills tables with thousands of rows to read the plans of its lists. Default: lib/testing/properties/query-plans.integration.test.ts.
import { findParcelId } from '../packing/parcels'
import type { Db } from '@/lib/core/db'
import { findReturn } from '../returns/receive-return'
import { sendListingUpdates } from '@/lib/connect/sync/listing-updates/send-listing-updates'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { readDispatchFilters } from './filters'
import { countStages, listToShip } from './queries'
import { countDispatchTabs } from './tab-counts'
import { listUrgent } from './urgent'

const today = '2026-11-20'
const clock = { timeZone: 'America/Sao_Paulo', today, now: new Date(`${today}T12:00:00Z`) }
const tables = 'orders|package|order_return|listing|listing_update'
const readsAll = new RegExp(`Seq Scan on (${tables})\\b`)

let company: TestOrganization
let shop: string

/** Orders of half a year with a parcel each; of the last ones, 600 are still to be shipped. All that are older were printed, none packed here. */
async function fill({ organizationId }: TestOrganization, shopId: string, orders: number) {
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    const insert = (sql: string) =>
      owner.query(sql.replaceAll(':org', `'${organizationId}'::uuid`).replaceAll(':shop', `'${shopId}'::uuid`))
    await insert(`insert into orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at,
        local_day, ship_by, shipped_at, cancelled_at, units, revenue_cents, total_cents)
      select :org, gen_random_uuid(), 'MSC-2026-' || lpad(n::text, 6, '0'), 'shopee', :shop, :shop, 'SN' || n,
        (case when n <= 600 then 'processing' when n % 10 = 0 then 'cancelled' else 'delivered' end)::"OrderStatus",
        '${today}'::timestamptz - n * interval '10 minutes', ('${today}'::timestamptz - n * interval '10 minutes')::date,
        '${today}'::timestamptz + n * interval '1 minute', case when n > 600 and n % 10 <> 0 then '${today}'::timestamptz end,
        case when n > 600 and n % 10 = 0 then '${today}'::timestamptz end, 1, 1000, 1000
      from generate_series(1, ${orders}) n`)
    await insert(`insert into package (organization_id, id, order_id, shop_id, number, tracking_number, arranged_at, printed_at)
      select :org, gen_random_uuid(), id, :shop, 'OFG' || external_code, 'BR' || external_code, placed_at,
        case when status <> 'processing' or right(code, 1) = '1' then placed_at end from orders where organization_id = :org`)
    await insert(`insert into order_return (organization_id, id, order_id, shop_id, number, kind, state, tracking_number, opened_at)
      select :org, gen_random_uuid(), id, :shop, 'R' || external_code, 'with_return', 'closed', 'BACK' || external_code, placed_at
      from orders where organization_id = :org and right(code, 1) = '5'`)
    await insert(`insert into listing (organization_id, id, shop_id, external_key, item_id, model_id, title, synced_at)
      select :org, gen_random_uuid(), :shop, n, n / 5, n % 5, 'Anúncio', now() from generate_series(1, ${orders / 3}) n`)
    await insert(`insert into listing_update (organization_id, listing_id, kind, wanted, queued_at)
      select :org, id, 'stock', 5, '${today}'::timestamptz - external_key::int * interval '1 second' from listing where organization_id = :org`)
  })
}

beforeAll(async () => {
  const other = await createTestOrganization()
  await fill(other, await addShop(other, 'Outra'), 5000)
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  await inspect(
    company.organizationId,
    `UPDATE shop SET status = 'active', stock_master = 'mascate', price_master = 'mascate'`,
  )
  await fill(company, shop, 30_000)
  await withOwner((owner) => owner.query(`analyze shop, ${tables.replaceAll('|', ', ')}`))
}, 180_000)

const filters = readDispatchFilters({})
const inStage = readDispatchFilters({ stage: 'printed' })

test.each<[string, (db: Db) => Promise<unknown>, number]>([
  ['a parcel by the label that was scanned', (db) => findParcelId(db, company.organizationId, 'BRSN777'), 150],
  ['a parcel by its order', (db) => findParcelId(db, company.organizationId, 'SN778'), 150],
  ['a return by what stands on its parcel', () => findReturn(company.owner, { code: 'BACKSN775' }), 150],
  ['urgent orders', (db) => listUrgent(db, company.organizationId, clock.now), 6000],
  ['the work in each tab', (db) => countDispatchTabs(db, company.organizationId, new Date()), 6000],
  ['the first orders to ship', (db) => listToShip(db, company.organizationId, filters, clock, 50), 1000],
  ['the orders to ship of a stage', (db) => listToShip(db, company.organizationId, inStage, clock, 50), 6000],
  ['how many orders stand in each stage', (db) => countStages(db, company.organizationId, filters, clock), 6000],
  ['the next of ten thousand waiting updates', () => sendListingUpdates(company, shop), 150],
])('among 35 000 orders %s is read from an index', async (name, run, most) => {
  const plan = await explain(company.organizationId, run, { isMeasured: true })
  expect(plan).not.toMatch(readsAll)
  expect(buffersOf(plan)).toBeLessThan(most)
})

/**
 * The buffers of the whole statement: listed first, at the top of its plan. The first statements of a connection also
 * load the catalogue.
 */
function buffersOf(plan: string): number {
  const [, , hit = '0', , read = '0'] = /^\s*Buffers: shared( hit=(\d+))?( read=(\d+))?/m.exec(plan) ?? []
  return Number(hit) + Number(read)
}

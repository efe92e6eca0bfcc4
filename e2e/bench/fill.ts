import type { Actor } from '../../lib/core/db'
import { addCatalogue } from './fill-catalogue'
import { addAds, addExpenses, addNotices } from './fill-office'
import { addOrders, TRAVELLING_DAYS } from './fill-orders'
import { addPurchases, addSuppliers } from './fill-purchases'
import { openTenant, type Fill, type Tenant, inProportion } from './fill-tenant'

/** For a company of 10,000 products. */
const COUNTS = 300
const LINES = 100
const LINES_AT_ONCE = 500

/** Booked ones over the last year, in which every twentieth product differed; the newest, of all products, is under way. */
async function addCounts(client: Tenant, fill: Fill) {
  const { organizationId, userId } = fill
  await client.query(
    `insert into stock_count (organization_id, id, name, state, created_by, created_at, closed_by, closed_at)
     select $1::uuid, gen_random_uuid(), 'Contagem ' || n, (case when n = 1 then 'open' else 'booking' end)::"StockCountState", $2::uuid,
       now() - n * interval '1 day', case when n > 1 then $2::uuid end, case when n > 1 then now() - n * interval '1 day' + interval '3 hours' end
     from generate_series(1, $3::int) n`,
    [organizationId, userId, 1 + inProportion(fill, COUNTS)],
  )
  await client.query(
    `insert into stock_count_line (organization_id, count_id, product_id, position, listed, units, on_hand_at, counted_at)
     select $1::uuid, c.id, p.id, p.n, true, case when counted then p.on_hand - (p.n % 20 = 0)::int end, case when counted then p.on_hand end,
       case when counted then c.created_at + interval '1 hour' end
     from (select *, row_number() over (order by created_at desc) as n from stock_count where organization_id = $1) c
     join (select g.id, l.on_hand, row_number() over (order by g.sku) as n, count(*) over () as total from product g
       join stock_level l on l.organization_id = $1 and l.product_id = g.id
       join stock_location o on o.organization_id = $1 and o.id = l.location_id and o.kind = 'own' where g.organization_id = $1) p
       on c.n = 1 or (p.n + p.total - c.n * ${LINES} % p.total) % p.total < ${LINES}
     cross join lateral (select c.n > 1 or p.n % 2 = 0 as counted) x`,
    [organizationId],
  )
  await client.query(
    `insert into stock_count_entry (organization_id, id, count_id, product_id, round, units, actor_id, counted_at, saved_at, on_hand_at)
     select $1::uuid, gen_random_uuid(), count_id, product_id, 1, units, $2::uuid, counted_at, counted_at, on_hand_at from stock_count_line
     where organization_id = $1 and units is not null`,
    [organizationId, userId],
  )
  await client.query(
    `select book_stock_count(id, $2::uuid, ${LINES_AT_ONCE}) from stock_count where organization_id = $1 and state = 'booking'`,
    [organizationId, userId],
  )
  await client.query(`update stock_count set state = 'booked' where organization_id = $1 and state = 'booking'`, [
    organizationId,
  ])
}

export type Filled = { seconds: number; orders: number; items: number; lines: number }
type Company = { organizationId: string; legalEntityId: string; owner: Actor }
type Size = Pick<Fill, 'orders' | 'products' | 'shops' | 'years' | 'seed'>

const FIRST_BATCH = 1_000
const BATCH = 20_000
const LANES = 2

/**
 * Orders of the marketplace (and a fiftieth of the counter's) over the years up to yesterday, as an import of the past leaves
 * them: items, charges, buyers of the last months, roll-ups folded; those of the last days hold or took their stock. Around them
 * listings, parcels, returns, purchases, counts, expenses and notices in proportion to the products.
 */
export async function fillCompany(ownerUrl: string, company: Company, size: Size): Promise<Filled> {
  const at = performance.now()
  const { organizationId, legalEntityId, owner } = company
  const fill: Fill = { ...size, organizationId, legalEntityId, userId: owner.userId! }
  const first = await openTenant(ownerUrl, organizationId)
  try {
    await addCatalogue(first, fill)
    const totals = { orders: 0, items: 0, lines: 0 }
    const add = async (client: Tenant, from: number, to: number) => {
      const made = await addOrders(client, fill, from, Math.min(to, fill.orders))
      for (const key of ['orders', 'items', 'lines'] as const) totals[key] += made[key]
    }
    // A company of which the statistics know nothing yet is planned for badly.
    await add(first, 1, Math.min(FIRST_BATCH, fill.orders))
    if (fill.orders > FIRST_BATCH) await first.query('analyze orders, order_item, money_line, package')
    const lane = async (number: number) => {
      const client = await openTenant(ownerUrl, organizationId)
      for (let from = FIRST_BATCH + 1 + number * BATCH; from <= fill.orders; from += LANES * BATCH)
        await add(client, from, from + BATCH - 1)
      await client.end()
    }
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)))
    await holdStock(first)
    for (const addRest of [addSuppliers, addPurchases, addCounts, addExpenses, addNotices, addAds])
      await addRest(first, fill)
    for (;;) {
      const { rows } = await first.query<{ folded: number }>(
        'select fold_sales(200000) + fold_buyers(200000) as folded',
      )
      if (rows[0]!.folded === 0) break
    }
    await first.query('delete from reconcile_due where organization_id = current_organization()')
    return { seconds: Math.round((performance.now() - at) / 100) / 10, ...totals }
  } finally {
    await first.end()
  }
}

/** The stock that the orders of the last days reserve and have taken. */
async function holdStock(client: Tenant) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await client.query<{ id: string }>(
      `select id from orders where organization_id = current_organization() and local_day > current_date - ${TRAVELLING_DAYS + 1} and moves_stock and id > $1 order by id limit 2000`,
      [after],
    )
    if (rows.length === 0) return
    await client.query('select reserve_order_stock($1::uuid[], null, true)', [rows.map(({ id }) => id)])
    after = rows.at(-1)!.id
  }
}

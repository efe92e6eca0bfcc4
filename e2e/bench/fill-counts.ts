import { inProportion, type Fill, type Tenant } from './fill-tenant'

/** For a company of 10,000 products. */
const COUNTS = 300
const LINES = 100
const LINES_AT_ONCE = 500

/** Booked ones over the last year, in which every twentieth product differed; the newest, of all products, is under way. */
export async function addCounts(client: Tenant, fill: Fill) {
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

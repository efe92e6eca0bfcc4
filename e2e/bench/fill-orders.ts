import { shareOf, type Fill, type Tenant } from './fill-tenant'

const PARCELS_KEPT_DAYS = 90
const RETURNED = 0.02
const RETURNS_OPEN_DAYS = 25

/** One for each marketplace order of the last months; those that wait stand in every stage. Their words come with the orders'. */
async function addParcels(client: Tenant, { organizationId }: Fill) {
  await client.query(
    `insert into package (organization_id, id, order_id, shop_id, number, platform_status, carrier, tracking_number, method, arranged_at,
       printed_at, print_count, packed_at, updated_at)
     select $1::uuid, gen_random_uuid(), o.id, o.outlet, 'OFG' || lpad(o.n::text, 12, '0'), case when is_gone then 'LOGISTICS_PICKUP_DONE' else 'LOGISTICS_READY' end,
       'Shopee Xpress', case when is_gone then r.tracking_number when stage > 0 then 'BR' || upper(right(md5('t' || o.n), 11)) end,
       case when stage > 0 then 'dropoff' end, case when stage > 0 then o.placed + interval '2 hours' end,
       case when stage > 1 then o.placed + interval '3 hours' end, case when stage > 1 then 1 else 0 end,
       case when stage > 2 then o.placed + interval '4 hours' end, o.placed + interval '4 hours'
     from (select *, status <> 'confirmed' as is_gone, case when status = 'confirmed' then n % 4 else 3 end as stage from bench_order) o
     join orders r on r.organization_id = $1::uuid and r.id = o.id
     where not o.manual and o.status <> 'cancelled' and o.day > current_date - ${PARCELS_KEPT_DAYS}`,
    [organizationId],
  )
}

/**
 * Returns of delivered orders: the newest under way in every state, the older ones settled. Their lines are the first
 * of each order.
 */
async function addReturns(client: Tenant, { organizationId, seed }: Fill) {
  await client.query(
    `with made as (
       insert into order_return (organization_id, id, order_id, shop_id, number, kind, state, reason, refund_cents, due_at, opened_at, platform_at,
         received_at)
       select $1::uuid, gen_random_uuid(), o.id, o.outlet, 'DEV' || lpad(o.n::text, 12, '0'), kind::"ReturnKind", (case
           when o.day > current_date - ${RETURNS_OPEN_DAYS} then (array['open','disputed','accepted','incoming'])[1 + o.n % 4]
           when kind = 'with_return' then 'received' else 'closed' end)::"ReturnState",
         (array['NOT_RECEIPT','WRONG_ITEM','ITEM_DAMAGED','CHANGE_MIND'])[1 + o.n / 7 % 4], i.subtotal_cents,
         o.placed + interval '12 days', o.placed + interval '7 days', o.placed + interval '8 days',
         case when kind = 'with_return' and o.day <= current_date - ${RETURNS_OPEN_DAYS} then o.placed + interval '20 days' end
       from (select *, case when n % 3 = 0 then 'refund_only' else 'with_return' end as kind from bench_order
         where status = 'delivered' and not manual and ${shareOf(seed)('n', 12)} < ${RETURNED}) o
       join order_item i on i.organization_id = $1::uuid and i.order_id = o.id and i.line = 1
       returning organization_id, id, order_id, received_at
     )
     insert into return_item (organization_id, return_id, line, order_line, sku, title, quantity, refund_cents, sellable, damaged, missing)
     select i.organization_id, m.id, 1, 1, i.sku, i.title, i.quantity, i.subtotal_cents,
       case when m.received_at is not null then i.quantity end, case when m.received_at is not null then 0 end,
       case when m.received_at is not null then 0 end
     from made m join order_item i on i.organization_id = $1::uuid and i.order_id = m.order_id and i.line = 1`,
    [organizationId],
  )
}

/** The newest days, with orders still to be sent or on their way. */
const OPEN_DAYS = 2
export const TRAVELLING_DAYS = 8
const BUYERS_KEPT_DAYS = 90

export async function addOrders(client: Tenant, fill: Fill, from: number, to: number) {
  const hash = shareOf(fill.seed)
  const days = Math.round(fill.years * 365)
  const values = [fill.organizationId, fill.orders, days, from, to]
  await client.query('begin')
  await client.query(`create temp table if not exists bench_product (n int, id uuid, sku text, title text, price bigint, cost numeric);
    create temp table if not exists bench_shop (n int, id uuid, channel boolean);
    create temp table if not exists bench_listing (outlet uuid, product int, id uuid, sku text, mapped boolean);
    create temp table if not exists bench_order (n bigint, id uuid, placed timestamptz, day date, status "OrderStatus", outlet uuid, manual boolean, buyer bigint);
    create temp table if not exists bench_item (n bigint, line int, product int, quantity int)`)
  const { rows } = await client.query<{ known: boolean }>('select exists (select from bench_product) as known')
  if (!rows[0]!.known) await rememberCatalogue(client, fill.organizationId)
  await client.query('truncate bench_order, bench_item')
  await client.query(
    `insert into bench_order
     select t.n, uuidv7(placed - now()), placed, day, case
         when age <= ${OPEN_DAYS} then 'confirmed' when ${hash('t.n', 5)} < 0.06 then 'cancelled'
         when age <= ${TRAVELLING_DAYS} then 'shipped' else 'delivered' end::"OrderStatus", s.id, s.channel, 1 + (${hash('t.n', 7)} * $2::int * 0.7)::bigint
     from (
       select d.n, day, (current_date - day) as age, (day + make_interval(
         hours => (array[0,1,7,8,9,9,10,10,11,11,12,12,13,14,14,15,15,16,17,18,19,19,20,20,20,21,21,21,22,22,23])[1 + (${hash('d.n', 2)} * 31)::int % 31],
         secs => ${hash('d.n', 3)} * 3600)) at time zone 'America/Sao_Paulo' as placed
       from (select n, current_date - 1 - ($3::int - 1 - ((n - 1) * $3::int / $2::int))::int as day from generate_series($4::bigint, $5::bigint) n where $1::uuid is not null) d
     ) t
     join bench_shop s on s.n = case when ${hash('t.n', 11)} < 0.02 then 0 else 1 + (${hash('t.n', 4)} * (select max(n) from bench_shop))::int % (select max(n) from bench_shop) end`,
    values,
  )
  await client.query(
    `insert into bench_item
     select n, line, 1 + floor(power(${hash('n * 8 + line', 8)}, 3) * $1::int)::int % $1::int, case when ${hash('n * 8 + line', 9)} < 0.85 then 1 else 2 end
     from bench_order cross join lateral generate_series(1, case when ${hash('n', 6)} < 0.33 then 1 when ${hash('n', 6)} < 0.63 then 2 when ${hash('n', 6)} < 0.84 then 3 else 4 end) line`,
    [fill.products],
  )
  await client.query('analyze bench_order; analyze bench_item')
  const orders = await client.query(
    `insert into orders (organization_id, id, code, platform, shop_id, channel_id, outlet_id, external_code, status, platform_status, customer_name,
       placed_at, local_day, paid_at, ship_by, shipped_at, delivered_at, cancelled_at, units, revenue_cents, total_cents, fees_charged_cents,
       tracking_number, buyer_key, moves_stock, buyer_state, created_at, updated_at)
     select $1::uuid, o.id, case when o.manual then 'BAL-' else 'SHP-' end || lpad(o.n::text, 9, '0'), (case when o.manual then 'manual' else 'shopee' end)::"Platform",
       case when not o.manual then o.outlet end, case when o.manual then o.outlet end, o.outlet,
       case when not o.manual then to_char(o.day, 'YYMMDD') || upper(left(md5(o.n::text), 8)) end, o.status,
       case when not o.manual then (case o.status when 'confirmed' then 'READY_TO_SHIP' when 'shipped' then 'SHIPPED' when 'cancelled' then 'CANCELLED' else 'COMPLETED' end) end,
       case when o.day > current_date - ${BUYERS_KEPT_DAYS} then
         (array['Ana','Bruno','Carla','Diego','Elisa','Fábio','Gilda','Hugo','Iara','João'])[1 + o.buyer % 10] || ' ' ||
         (array['Silva','Souza','Lima','Rocha','Prado','Alves','Nunes','Moraes'])[1 + o.buyer / 10 % 8] || ' ' || o.buyer end,
       o.placed, o.day, o.placed + interval '10 minutes', o.placed + interval '2 days',
       case when o.status in ('shipped', 'delivered') then o.placed + interval '1 day' end, case when o.status = 'delivered' then o.placed + interval '6 days' end,
       case when o.status = 'cancelled' then o.placed + interval '3 hours' end, i.units, i.revenue, i.revenue,
       case when o.status in ('shipped', 'delivered') then (i.revenue * 0.20)::bigint + 400 * i.units end,
       case when o.status in ('shipped', 'delivered') then 'BR' || upper(right(md5('t' || o.n), 11)) end, decode(md5('b' || o.buyer), 'hex'), o.day > current_date - ${TRAVELLING_DAYS} and o.status <> 'cancelled',
       (array['SP','SP','SP','SP','RJ','RJ','MG','MG','PR','RS','BA','SC','GO','PE','CE','DF','ES','PA'])[1 + (${hash('o.n', 10)} * 18)::int % 18], o.placed, o.placed
     from bench_order o join (
       select b.n, sum(b.quantity)::int as units, sum(b.quantity * p.price)::bigint as revenue
       from bench_item b join bench_product p on p.n = b.product group by 1) i on i.n = o.n`,
    [fill.organizationId],
  )
  const items = await client.query(
    `insert into order_item (organization_id, order_id, line, listing_id, product_id, sku, title, quantity, unit_price_cents, subtotal_cents, unit_cost)
     select $1::uuid, o.id, b.line, l.id, case when l.mapped is not false then p.id end, coalesce(l.sku, p.sku), p.title, b.quantity, p.price,
       b.quantity * p.price, case when l.mapped is not false then p.cost end
     from bench_item b join bench_order o on o.n = b.n join bench_product p on p.n = b.product
     left join bench_listing l on l.outlet = o.outlet and l.product = b.product`,
    [fill.organizationId],
  )
  const lines = await client.query(
    `insert into money_line (organization_id, order_id, kind, source, amount_cents, as_of)
     select $1::uuid, r.id, l.kind::"MoneyKind", (case when o.n % 2 = 0 then 'export' else 'api' end)::"MoneySource", l.amount, o.placed + interval '8 days'
     from bench_order o join orders r on r.organization_id = $1::uuid and r.id = o.id
     cross join lateral (values ('commission', -(r.revenue_cents * 0.20)::bigint), ('service', -400 * r.units::bigint)) l(kind, amount)
     where o.status in ('shipped', 'delivered') and not o.manual`,
    [fill.organizationId],
  )
  await client.query(
    `insert into order_buyer (organization_id, order_id, name, username, city, state, purge_after)
     select $1::uuid, r.id, r.customer_name, 'comprador' || o.buyer, 'Cidade', r.buyer_state, r.placed_at + interval '150 days'
     from bench_order o join orders r on r.organization_id = $1::uuid and r.id = o.id where r.customer_name is not null`,
    [fill.organizationId],
  )
  await addParcels(client, fill)
  await addReturns(client, fill)
  await client.query(
    `select append_order_deltas(array(select id from bench_order o where o.day = d.day), 1) from (select distinct day from bench_order) d`,
  )
  // Reconciling has a bench of its own (reconcile.ts): here the worker would be at it beside every measurement.
  await client.query('delete from reconcile_due where organization_id = $1', [fill.organizationId])
  await client.query('commit')
  return { orders: orders.rowCount ?? 0, items: items.rowCount ?? 0, lines: lines.rowCount ?? 0 }
}

async function rememberCatalogue(client: Tenant, organizationId: string) {
  await client.query(
    `insert into bench_product select row_number() over (order by p.sku), p.id, p.sku::text, p.title, p.price_cents, c.cost
     from product p left join product_cost c on c.organization_id = p.organization_id and c.product_id = p.id where p.organization_id = $1`,
    [organizationId],
  )
  await client.query(
    `insert into bench_shop select row_number() over (order by name), id, false from shop where organization_id = $1
     union all (select 0, id, true from channel where organization_id = $1 limit 1)`,
    [organizationId],
  )
  await client.query(
    `insert into bench_listing select l.shop_id, p.n, l.id, l.sku::text, l.product_id is not null from listing l
     join bench_product p on p.n = l.item_id::int / 1000 where l.organization_id = $1`,
    [organizationId],
  )
  await client.query('create index on bench_product (n); analyze bench_product, bench_shop, bench_listing')
}

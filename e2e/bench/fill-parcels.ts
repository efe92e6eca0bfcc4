import { shareOf, type Fill, type Tenant } from './fill-tenant'

const PARCELS_KEPT_DAYS = 90
const RETURNED = 0.02
const RETURNS_OPEN_DAYS = 25

/** One for each marketplace order of the last months; those that wait stand in every stage. Their words come with the orders'. */
export async function addParcels(client: Tenant, { organizationId }: Fill) {
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
export async function addReturns(client: Tenant, { organizationId, seed }: Fill) {
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

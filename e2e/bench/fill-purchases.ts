import { inProportion, shareOf, type Fill, type Tenant } from './fill-tenant'

/** For a company of 10,000 products. */
const [SUPPLIERS, PURCHASES] = [300, 2000]
const MOST_LINES = 8

/** The suppliers of each product, with their codes. */
export async function addSuppliers(client: Tenant, fill: Fill) {
  const { organizationId } = fill
  const suppliers = inProportion(fill, SUPPLIERS)
  await client.query(
    `insert into supplier (organization_id, id, name, document, contact_name, lead_time_days)
     select $1::uuid, gen_random_uuid(), (array['Comercial','Distribuidora','Importadora','Indústria','Atacado'])[1 + n % 5] || ' ' || initcap(left(md5(n::text), 6)),
       lpad(n::text, 14, '0'), 'Contato ' || n, 5 + n % 30
     from generate_series(1, $2::int) n`,
    [organizationId, suppliers],
  )
  await client.query(
    `insert into supplier_product (organization_id, supplier_id, code, product_id, units_per_pack)
     select $1::uuid, s.id, 'F' || p.n, p.id, 1 + p.n % 2 * 11
     from (select id, row_number() over (order by sku) as n from product where organization_id = $1) p
     join (select id, row_number() over (order by document) - 1 as n from supplier where organization_id = $1) s on s.n = p.n % $2::int`,
    [organizationId, suppliers],
  )
}

/** Over the years: drafts and open ones at the end, the others received in whole, owed for and mostly paid. */
export async function addPurchases(client: Tenant, fill: Fill) {
  const { organizationId, userId } = fill
  await planPurchases(client, fill)
  await client.query(
    `insert into purchase_order (organization_id, id, number, supplier_id, legal_entity_id, status, expected_on, payment_days, goods_cents, sent_at,
       created_at, created_by)
     select $1::uuid, p.id, p.n, p.supplier, $2::uuid, p.status, p.day + 10, '{30}', (select sum(l.goods) from bench_line l where l.n = p.n),
       case when p.status <> 'draft' then p.day end, p.day, $3::uuid from bench_purchase p`,
    [organizationId, fill.legalEntityId, userId],
  )
  await client.query(
    `insert into purchase_order_line (organization_id, purchase_order_id, line, product_id, supplier_code, quantity, goods_cents, received)
     select $1::uuid, p.id, l.line, l.product, 'F' || l.number, l.units, l.goods, l.received from bench_line l join bench_purchase p using (n)`,
    [organizationId],
  )
  await receive(client, fill)
  await client.query(
    `with owed as (
       insert into expense (organization_id, id, description, amount_cents, kind, due_on, status, paid_on, category, legal_entity_id, instalment,
         instalment_of, stock_purchase)
       select $1::uuid, gen_random_uuid(), 'Compra ' || o.number || ' – 1/1', o.goods_cents, 'variable', p.day + 30,
         (case when p.day + 30 < current_date then 'paid' else 'pending' end)::"ExpenseStatus", case when p.day + 30 < current_date then p.day + 30 end,
         'Fornecedores', $2::uuid, 1, 1, true
       from bench_purchase p join purchase_order o on o.organization_id = $1::uuid and o.id = p.id where p.status not in ('draft', 'cancelled')
       returning id, description, due_on, amount_cents)
     insert into purchase_payable (organization_id, purchase_order_id, number, due_on, amount_cents, expense_id)
     select $1::uuid, p.id, 1, e.due_on, e.amount_cents, e.id from owed e join bench_purchase p on e.description = 'Compra ' || p.n || ' – 1/1'`,
    [organizationId, fill.legalEntityId],
  )
  await client.query('drop table bench_line; drop table bench_purchase')
}

async function planPurchases(client: Tenant, fill: Fill) {
  const { organizationId, years, seed } = fill
  await client.query(`create temp table bench_purchase (n int, id uuid, supplier uuid, day date, status "PurchaseStatus");
    create temp table bench_line (n int, line int, number int, product uuid, units int, goods bigint, received int)`)
  await client.query(
    `insert into bench_purchase
     select n, gen_random_uuid(), s.id, current_date - ($2::int - n) * $3::int / $2::int, (case
       when n > 0.99 * $2::int then 'draft' when n > 0.97 * $2::int then 'sent' when n > 0.96 * $2::int then 'partly_received'
       when n % 50 = 7 then 'cancelled' else 'received' end)::"PurchaseStatus"
     from generate_series(1, $2::int) n
     join (select id, row_number() over (order by document) - 1 as place, count(*) over () as total from supplier where organization_id = $1) s
       on s.place = n * 7 % s.total`,
    [organizationId, inProportion(fill, PURCHASES), Math.round(years * 365)],
  )
  const hash = shareOf(seed)
  await client.query(
    `insert into bench_line
     select p.n, l.line, g.n, g.id, u.units, u.units * g.cents, case p.status when 'received' then u.units when 'partly_received' then u.units / 2 else 0 end
     from bench_purchase p
     cross join lateral generate_series(1, 1 + (p.n * 5) % ${MOST_LINES}) l(line)
     cross join lateral (select 10 + (${hash('p.n * 10 + l.line', 20)} * 90)::int as units) u
     join (select id, row_number() over (order by sku) as n, (price_cents * 0.45)::bigint as cents
       from product where organization_id = $1) g on g.n = 1 + (p.n * 37 + l.line * 101) % $2::int`,
    [organizationId, fill.products],
  )
}

/** Received at the product's present cost, so that no order has to be recalculated. */
async function receive(client: Tenant, { organizationId, userId }: Fill) {
  await client.query(
    `insert into purchase_receipt (organization_id, id, purchase_order_id, number, received_on, created_at, created_by)
     select $1::uuid, gen_random_uuid(), id, 1, day + 8, day + 8, $2::uuid from bench_purchase
     where status in ('received', 'partly_received')`,
    [organizationId, userId],
  )
  const lines = `purchase_receipt r join bench_purchase p on p.id = r.purchase_order_id join bench_line l on l.n = p.n`
  await client.query(
    `insert into purchase_receipt_line (organization_id, receipt_id, line, product_id, units, landed_cents, rule, stock_before, cost_before, cost_after)
     select $1::uuid, r.id, l.line, l.product, l.received, l.goods * l.received / l.units, 'last', 100000, c.cost, coalesce(c.cost, round(l.goods::numeric / l.units / 100, 6))
     from ${lines} left join product_cost c on c.organization_id = $1::uuid and c.product_id = l.product
     where r.organization_id = $1::uuid order by r.received_on, l.line`,
    [organizationId],
  )
  await client.query(
    `insert into product_cost (organization_id, product_id, from_day, cost, source, receipt_id, created_by)
     select distinct on (l.product_id, r.received_on) $1::uuid, l.product_id, r.received_on, l.cost_after, 'purchase', r.id, $2::uuid
     from purchase_receipt_line l join purchase_receipt r on r.organization_id = $1::uuid and r.id = l.receipt_id
     where l.organization_id = $1::uuid and l.cost_before is not null`,
    [organizationId, userId],
  )
  await client.query(
    `select book_stock('purchase_receipt', r.id, $2::uuid, null, jsonb_agg(jsonb_build_object('line', l.line, 'product', l.product, 'location', s.id,
       'kind', 'purchase', 'onHand', l.received, 'reserved', 0)))
     from ${lines} join stock_location s on s.organization_id = $1::uuid and s.kind = 'own'
     where r.organization_id = $1::uuid group by r.id`,
    [organizationId, userId],
  )
}

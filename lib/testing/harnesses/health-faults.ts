import type { CheckName } from '@/lib/insight/data-checks/schema'

/** A fault of one kind: how it comes about, and the refs of what must then be found. */
type Fault = { plant: string[]; refs: string }

const org = 'current_organization()'
const own = `organization_id = ${org}`
const nth = (table: string, n: number, where = 'true', column = 'id') =>
  `(select ${column} from ${table} where ${own} and ${where} order by ${column} offset ${n} limit 1)`
// None of those that a fault makes.
const isOld = `archived_at is null and title <> 'Prova'`
const product = nth('product', 3, isOld)
const another = nth('product', 5, isOld)
const shop = nth('shop', 0)
const settlement = (code: string) => `${own} and external_code = '${code}'`
const old = (n: number) => nth('orders', n, `status = 'delivered' and not moves_stock`)
const cancelled = nth('orders', 0, `status = 'cancelled'`)
const book = (units: string) => `
  select book_stock('adjustment', gen_random_uuid(), null, 'prova', jsonb_build_array(jsonb_build_object('line', 0, 'product', product_id,
    'location', location_id, 'kind', 'adjustment', 'onHand', ${units})), true)
  from stock_level where ${own} and product_id = ${product} and location_id = ${nth('stock_location', 0, `kind = 'own'`)}`
const job = (column: string) =>
  `select ${column} from graphile_worker._private_jobs where payload->>'organizationId' = ${org}::text and max_attempts = 1`

/** A row of the so-many-eth day (or month) of a sum. */
const dayOf = (table: string, n: number, day = 'day', end = '') =>
  `(select ${day} from (select distinct ${day} from ${table} where ${own}) d order by 1 ${end} offset ${n} limit 1)`
const oneOf = (table: string, day: string, time = 'day') =>
  `${own} and ctid = (select min(ctid) from ${table} where ${own} and ${time} = ${day})`
const latest = (table: string, n: number) => dayOf(table, n, 'day', 'desc')
const thirdMonth = dayOf('product_month', 3, 'month', 'desc')
/** One of each kind of sum, each of another day; fees and costs of late. */
const sumFaults = [
  ['sales_day', 'orders = orders + 1, gross_cents = gross_cents + 500', dayOf('sales_day', 3)],
  ['sales_day', 'confirmed = confirmed + 1, shipped = shipped - 1', dayOf('sales_day', 5)],
  ['sales_day', 'fees_charged_cents = fees_charged_cents + 1', latest('sales_day', 1)],
  ['sales_day', 'cost = cost + 1', latest('sales_day', 4)],
  ['product_day', 'units = units - 1', latest('product_day', 7)],
  ['product_day', 'cost = cost + 1', latest('product_day', 9)],
  ['sales_hour', 'units = units + 1', dayOf('sales_hour', 11)],
  ['sales_state', 'cost = cost + 1', dayOf('sales_state', 14)],
] as const
const monthOf = (day: string) => `date_trunc('month', ${day})::date`

/** One fault of each check, by SQL: what no code of the product does. */
export const faults: Record<CheckName, Fault> = {
  stockLevels: {
    plant: [`update stock_level set on_hand = on_hand + 3 where ${own} and product_id = ${another}`],
    refs: `select product_id as ref from stock_level where ${own} and product_id = ${another}`,
  },
  stockLedger: {
    plant: [
      'alter table stock_movement disable trigger stock_movement_append_only',
      `update stock_movement set on_hand_after = on_hand_after + 1 where ${own} and id = ${nth('stock_movement', 5)}`,
      'alter table stock_movement enable trigger stock_movement_append_only',
    ],
    refs: `select product_id as ref from stock_movement where ${own} and id = ${nth('stock_movement', 5)}`,
  },
  orderStock: {
    plant: [`update orders set note = 'prova', moves_stock = true where ${own} and id in (${old(0)}, ${old(1)})`],
    refs: `select id as ref from orders where ${own} and note = 'prova'`,
  },
  salesSums: {
    plant: [
      ...sumFaults.map(([table, set, day]) => `update ${table} set ${set} where ${oneOf(table, day)}`),
      `update product_month set revenue_cents = revenue_cents + 1 where ${oneOf('product_month', thirdMonth, 'month')}`,
    ],
    // A month of products is not its days any more where one of them is wrong.
    refs: [
      ...sumFaults.flatMap(([table, , day]) => (table === 'product_day' ? [day, monthOf(day)] : [day])),
      thirdMonth,
    ]
      .map((day) => `select ${day} as ref`)
      .join(' union '),
  },
  sumsOfSums: {
    plant: [
      `update product_span set units = units + 1 where ${own} and months = 12 and item_key = ${nth('product_span', 0, 'months = 12', 'item_key')}`,
    ],
    refs: `select 'product_span' as ref from product_span where ${own} and months = 12 and item_key = ${nth('product_span', 0, 'months = 12', 'item_key')}`,
  },
  orderSums: {
    plant: [
      `update order_item set subtotal_cents = subtotal_cents + 7 where ${own} and line = 1 and order_id = ${cancelled}`,
    ],
    refs: `select ${cancelled} as ref`,
  },
  settlementSums: {
    plant: [
      `update settlement set explained_cents = explained_cents + 1, unexplained_cents = unexplained_cents - 1 where ${settlement('PAGO')}`,
      `update settlement_day set explained_cents = explained_cents + 1, unexplained_cents = unexplained_cents - 1 where ${own} and state = 'underpaid'`,
    ],
    refs: `select 'PAGO' as ref`,
  },
  trailBroken: {
    plant: [
      `insert into audit_event (organization_id, id, actor_kind, event, subject_kind, subject_id, position)
       values (${org}, '00000000-0000-7000-8000-000000000002', 'system', 'shop.updated', 'shop', 'x', 7)`,
    ],
    refs: `select '1' as ref`,
  },
  auditLogUnchained: {
    plant: [
      `insert into audit_event (organization_id, id, at, actor_kind, event, subject_kind, subject_id)
       values (${org}, '00000000-0000-7000-8000-000000000001', now() - interval '1 hour', 'system', 'shop.updated', 'shop', 'x')`,
    ],
    refs: `select '00000000-0000-7000-8000-000000000001' as ref`,
  },
  shopsExpired: {
    plant: [`update shop set status = 'expired' where ${own} and id = ${nth('shop', 1)}`],
    refs: `select ${nth('shop', 1)} as ref`,
  },
  leadersWithoutSecondStep: {
    plant: [
      `update app_user set totp_since = null where id = (select user_id from membership where ${own} and role = 'owner')`,
    ],
    refs: `select user_id as ref from membership where ${own} and role = 'owner'`,
  },
  deskRows: {
    plant: [
      `delete from order_list where ${own} and order_id = ${old(2)}`,
      `update order_list set revenue_cents = revenue_cents + 1 where ${own} and order_id = ${old(3)}`,
    ],
    refs: `select ${old(2)} as ref union all select ${old(3)}`,
  },
  negativeStock: {
    plant: [book('-(on_hand - reserved + 4)')],
    refs: `select ${product} as ref`,
  },
  duplicateSkus: {
    plant: [
      `insert into product (organization_id, id, sku, title) select ${org}, gen_random_uuid(), s, 'Prova' from unnest(array['Vaso  Azul', 'VASOAZUL ', 'vaso-azul']) s`,
      `insert into product_cost (organization_id, product_id, from_day, cost, source) select ${org}, id, '2020-01-01', 1, 'hand' from product where ${own} and title = 'Prova'`,
    ],
    refs: `select id as ref from product where ${own} and title = 'Prova' and sku <> 'vaso-azul'`,
  },
  ordersUnmapped: {
    plant: [
      `update order_item set product_id = null where ${own} and order_id = ${cancelled}`,
      `select refresh_order_list(array[${cancelled}])`,
    ],
    refs: `select ${cancelled} as ref`,
  },
  listingsUnmapped: {
    plant: [`update listing set product_id = null where ${own} and id = ${nth('listing', 4)}`],
    refs: `select ${nth('listing', 4)} as ref`,
  },
  productsWithoutCost: {
    plant: [`update product_cost set from_day = from_day + 9999 where ${own} and product_id = ${product}`],
    refs: `select ${product} as ref`,
  },
  lateSyncs: {
    plant: [`update sync_state set last_good_at = now() - interval '7 hours' where ${own} and stream = 'orders'`],
    refs: `select shop_id as ref from sync_state where ${own} and stream = 'orders'`,
  },
  failedSyncs: {
    plant: [
      `insert into sync_failure (organization_id, id, shop_id, operation, subject, error_code, state)
       select ${org}, gen_random_uuid(), ${shop}, 'order', s, 'away', 'dead' from unnest(array['B1', 'B2']) s`,
    ],
    refs: `select id as ref from sync_failure where ${own} and subject in ('B1', 'B2')`,
  },
  failedPushes: {
    plant: [
      `insert into listing_update (organization_id, listing_id, kind, wanted, state) values (${org}, ${nth('listing', 1)}, 'stock', 3, 'failed')`,
    ],
    refs: `select ${nth('listing', 1)} as ref`,
  },
  failedJobs: {
    plant: [
      'set role mascate_worker',
      `select graphile_worker.add_job('prova', json_build_object('organizationId', ${org}), max_attempts := 1)`,
      `update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`,
      'reset role',
    ],
    refs: job('id as ref'),
  },
  webhooksDisabled: {
    plant: [
      `insert into webhook_endpoint (organization_id, id, url, kinds, state, secret, failing_since, created_by)
       select ${org}, gen_random_uuid(), 'https://example.com/' || s, array['order'], s::"WebhookState", 'x', now(), gen_random_uuid()
       from unnest(array['active', 'paused', 'disabled']) s`,
    ],
    refs: `select id as ref from webhook_endpoint where ${own} and url = 'https://example.com/disabled'`,
  },
  driveBroken: {
    plant: [
      `insert into drive_connection (organization_id, account_email, refresh_token, scope, folder_name, connected_by, error_code)
       select ${org}, 'a@example.com', 'x', 'y', 'Prova', user_id, 'driveExpired' from membership where ${own} and role = 'owner'`,
    ],
    refs: `select ${org} as ref`,
  },
  shopGrantsEnding: {
    plant: [`update shop set grant_ends_at = now() + interval '29 days' where ${own} and id = ${shop}`],
    refs: `select ${shop} as ref`,
  },
  payoutsLate: {
    plant: [
      `update settlement set state = 'late', due_on = current_date - 3 where ${settlement('ESPERA')}`,
      `update settlement_day set state = 'late' where ${own} and state = 'to_release'`,
    ],
    refs: `select 'ESPERA' as ref`,
  },
  reconcileBehind: {
    plant: [
      `insert into reconcile_due (organization_id, shop_id, external_code, marked_at)
       values (${org}, ${shop}, 'PAGO', now() - interval '2 hours'), (${org}, ${shop}, 'PAGO', now() - interval '3 hours'), (${org}, ${shop}, 'ESPERA', now())`,
    ],
    refs: `select 'PAGO' as ref`,
  },
  casesEnding: {
    plant: [`update recovery_case set deadline = current_date + 2 where ${own} and number = 1`],
    refs: `select id as ref from recovery_case where ${own}`,
  },
  expensesOverdue: {
    plant: [
      `insert into expense (organization_id, id, description, amount_cents, kind, due_on) values (${org}, gen_random_uuid(), 'Prova', 1290, 'variable', current_date - 2)`,
    ],
    refs: `select id as ref from expense where ${own} and description = 'Prova'`,
  },
  pricesInDeadZones: {
    plant: [
      `update listing set price_cents = 8500 where ${own} and id in (${nth('listing', 6)}, ${nth('listing', 7)})`,
    ],
    refs: `select id as ref from listing where ${own} and price_cents = 8500`,
  },
  membersWithoutSecondStep: {
    plant: [
      `update app_user set totp_since = null where id = (select user_id from membership where ${own} and role = 'operator')`,
    ],
    refs: `select user_id as ref from membership where ${own} and role = 'operator'`,
  },
  tokensEnding: {
    plant: [`update access_token set expires_at = now() + interval '3 days' where ${own}`],
    refs: `select id as ref from access_token where ${own}`,
  },
}

import { fillCompany } from '../../../e2e/bench/fill'
import { runCheck, clockOf } from '@/lib/insight/data-checks/run-check'
import { healthChecks } from '@/lib/insight/data-checks/registry'
import type { CheckName, Outcome } from '@/lib/insight/data-checks/schema'
import { derived } from '@/lib/insight/data-checks/derived'
import { asWorker, changeAsOwner, testDatabaseName, testServer, withOwner } from './database'
import { addMember, createTestOrganization, type TestOrganization } from '../factories/factories'

const SIZE = { orders: 300, products: 40, shops: 2, years: 1, seed: 7 }

const org = 'current_organization()'
const someProduct = `(select id from product where organization_id = ${org} order by sku limit 1)`
const someShop = `(select id from shop where organization_id = ${org} order by id limit 1)`

/** Corrects the rows that the fill leaves open, and adds those that only a connected company has. */
const putRight = [
  `update listing set product_id = ${someProduct} where organization_id = ${org} and product_id is null`,
  `update order_item set product_id = ${someProduct} where organization_id = ${org} and product_id is null`,
  `select reserve_order_stock(array(select id from orders where organization_id = ${org} and moves_stock), null, true)`,
  `select rebuild_sales_month(m.month) from (select distinct date_trunc('month', local_day)::date as month from orders where organization_id = ${org}) m`,
  'select fold_sales(200000), fold_buyers(200000)',
  `delete from reconcile_due where organization_id = ${org}`,
  `update expense set status = 'paid', paid_on = due_on where organization_id = ${org} and status = 'pending' and due_on <= current_date`,
  `update shop set status = 'active', connected_at = now(), grant_ends_at = now() + interval '300 days' where organization_id = ${org}`,
  `insert into sync_state (organization_id, shop_id, stream, last_good_at)
   select ${org}, ${someShop}, s::"SyncStream", now() - interval '1 hour' from unnest(array['orders', 'listings', 'health']) s`,
  `insert into sync_failure (organization_id, id, shop_id, operation, subject, error_code, state)
   values (${org}, gen_random_uuid(), ${someShop}, 'order', 'A1', 'away', 'resolved'), (${org}, gen_random_uuid(), ${someShop}, 'order', 'A2', 'away', 'waiting')`,
  `insert into settlement (organization_id, id, shop_id, external_code, local_day, state, due_on, expected_cents, released_cents, difference_cents,
     explained_cents, unexplained_cents, as_of, hash)
   values (${org}, gen_random_uuid(), ${someShop}, 'PAGO', current_date - 20, 'underpaid', current_date - 5, 1000, 900, -100, -60, -40, now(), '\\x00'),
     (${org}, gen_random_uuid(), ${someShop}, 'ESPERA', current_date - 2, 'to_release', current_date + 15, null, null, 0, 0, 0, now(), '\\x00')`,
  `insert into discrepancy (organization_id, settlement_id, cause, amount_cents)
   select ${org}, id, 'fixed_fee', -60 from settlement where organization_id = ${org} and external_code = 'PAGO'`,
  ...['settlement_day', 'discrepancy_day'].map((table) => {
    const { keys, sums, recomputed } = derived[table]!
    const columns = [...keys, ...sums].join()
    return `insert into ${table} (organization_id, ${columns}) select ${org}, ${columns} from (${recomputed}) r where organization_id = ${org}`
  }),
  `insert into recovery_case (organization_id, id, number, shop_id, cause, amount_cents, deadline, reason)
   values (${org}, gen_random_uuid(), 1, ${someShop}, 'fixed_fee', 60, current_date + 60, 'Taxa a mais')`,
  `insert into expense (organization_id, id, description, amount_cents, kind, due_on)
   values (${org}, gen_random_uuid(), 'Aluguel', 100000, 'fixed', current_date + 30)`,
  `update product p set archived_at = now() where organization_id = ${org}
     and not exists (select from product_cost c where c.organization_id = ${org} and c.product_id = p.id)`,
  `update listing set price_cents = 5000 where organization_id = ${org}`,
]

/** A company with a year behind it, two shops and a colleague, of which nothing is wrong. */
export async function healthyCompany(name?: string): Promise<TestOrganization> {
  const company = await createTestOrganization(name)
  const { organizationId, owner } = company
  const ownerUrl = Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${testDatabaseName()}` })
  await fillCompany(ownerUrl.toString(), company, SIZE)
  for (const sql of putRight) await changeAsOwner(organizationId, sql)
  // Without statistics the planner chooses poorly.
  await withOwner((client) => client.query('analyze orders, order_item, order_item_part, stock_movement, stock_level'))
  const colleague = await addMember(company, 'operator')
  await changeAsOwner(
    organizationId,
    `insert into access_token (organization_id, id, user_id, hash, name, scope, expires_at)
     values (${org}, gen_random_uuid(), $1, '\\x01', 'Planilha', 'read', now() + interval '80 days')`,
    [owner.userId],
  )
  await withOwner((client) =>
    client.query('update app_user set totp_since = now() where id = any ($1)', [[owner.userId, colleague.userId]]),
  )
  return company
}

type CheckOutcome = { outcome: Outcome; count: number; refs: string[] }

/** The findings of the checks in a company, as the worker runs them; checks without a finding are left out. */
export const runAllChecks = ({ organizationId }: Pick<TestOrganization, 'organizationId'>) =>
  asWorker(async () => {
    const clock = await clockOf({ organizationId })
    const answers: Partial<Record<CheckName, CheckOutcome>> = {}
    for (const check of healthChecks) {
      const { outcome, count, rows } = await runCheck(check, organizationId, clock)
      if (outcome !== 'healthy') answers[check.name] = { outcome, count, refs: rows.map(({ ref }) => ref).toSorted() }
    }
    return answers
  })

// Full form: fills tables with thousands of rows to read the plans of its lists. Default: lib/testing/properties/query-plans.integration.test.ts.
import type { Db } from '@/lib/core/db'
import { withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { readLedgerFilters, asWalletFilters } from './wallet-filters'
import { sumAgainstOrders } from '../wallet/against-orders'
import { listBalances, listWallet, sumWallet } from '../wallet/queries'
import { listDueExpenses } from './due-expenses'
import { groupFreightFaults, listFreightFaults, sumFreight, sumFreightFaults } from './freight'
import { readFreightFilters } from './freight-filters'
import { getMoneyAttention } from './money-attention'
import { listReceived } from './received'
import { listToCome, sumToCome } from './to-come'

const today = '2026-11-21'
const timeZone = 'America/Sao_Paulo'
const range = { from: today, to: '2026-12-20' }
const month = { from: '2026-10-23', to: today }
/** The one that is asked is a small part of what the tables hold. */
const settled = 20_000
let organizationId: string

/** Orders of three years: the last hundreds are to come, some are late, every hundredth cost freight. */
async function fill(company: TestOrganization, settled: number) {
  const { organizationId: org } = company
  const shop = await addShop(company, 'Loja')
  await addShop(company, 'Sem carteira')
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org])
    const insert = (sql: string) =>
      client.query(sql.replaceAll(':org', `'${org}'::uuid`).replaceAll(':shop', `'${shop}'::uuid`))
    await insert(`insert into settlement (organization_id, id, shop_id, external_code, local_day, state, due_on, released_at, expected_cents, released_cents,
        difference_cents, unexplained_cents, as_of, hash)
      select :org, gen_random_uuid(), :shop, 'C' || n, '${today}'::date - n / 30, (case when n <= 400 then 'to_release' when n <= 500 then 'late'
        when n % 20 = 0 then 'underpaid' else 'reconciled' end)::"SettlementState", case when n % 7 = 0 and n <= 400 then null else '${today}'::date + 12 - n / 30 end,
        case when n > 500 then '${today}'::timestamptz - n * interval '48 minutes' end, 1000, case when n > 500 then case when n % 20 = 0 then 900 else 1000 end end,
        case when n <= 400 then 0 when n <= 500 then -1000 when n % 20 = 0 then -100 else 0 end,
        case when n <= 400 then 0 when n <= 500 then -1000 when n % 20 = 0 then -100 else 0 end, now(), decode(md5(n::text), 'hex')
      from generate_series(1, ${settled}) n`)
    await insert(`insert into discrepancy (organization_id, settlement_id, cause, amount_cents)
      select :org, id, (case when right(external_code, 2) = '00' then 'freight' else 'commission_rate' end)::"DiscrepancyCause", -100 from settlement
      where organization_id = :org and state = 'underpaid'`)
    await insert(`insert into settlement_day (organization_id, day, shop_id, state, orders) select :org, local_day, :shop, state, count(*) from settlement
      where organization_id = :org group by 1, 2, 3, 4`)
    await insert(`insert into discrepancy_day (organization_id, day, shop_id, cause, orders, amount_cents)
      select :org, d, :shop, 'freight', 1, -100 from generate_series('2023-11-21'::date, '${today}', interval '1 day') d`)
    await insert(`insert into money_day (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
      select :org, d, :shop, k::"MoneyKind", 'settled', 1, 100 from generate_series('2023-11-21'::date, '${today}', interval '1 day') d,
        unnest(array['freight_paid','freight_charged','commission','service']) k`)
    await insert(`insert into wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, at, local_day, kind, type, external_code, source)
      select :org, gen_random_uuid(), :shop, t, 1000, n, t, t::date, (case when n % 50 = 0 then 'withdrawal' else 'payout' end)::"WalletKind", 'x', 'C' || n, 'api'
      from (select n, '${today}'::timestamptz - n * interval '48 minutes' as t from generate_series(1, ${settled}) n) m`)
    await insert(`insert into expense (organization_id, id, description, amount_cents, kind, due_on, status, paid_on)
      select :org, gen_random_uuid(), 'Conta ' || n, 1000, 'fixed', '${today}'::date + 20 - n / 10, (case when n > 300 then 'paid' else 'pending' end)::"ExpenseStatus",
        case when n > 300 then '${today}'::date end from generate_series(1, 10000) n`)
  })
}

const tables = [
  'settlement',
  'discrepancy',
  'wallet_transaction',
  'wallet_day',
  'money_day',
  'discrepancy_day',
  'expense',
]

beforeAll(async () => {
  const companies = [await createTestOrganization(), await createTestOrganization()]
  await fill(companies[0]!, 8 * settled)
  await fill(companies[1]!, settled)
  organizationId = companies[1]!.organizationId
  await withOwner((client) => client.query(`vacuum analyze ${tables.join(', ')}`))
}, 240_000)

const readsAll = new RegExp(`Seq Scan on (${tables.join('|')})\\b`)
const open = { shop: null, range, after: null, before: null }
const ledger = (query: Record<string, string>) => asWalletFilters(readLedgerFilters(query, today))
const freight = readFreightFilters({}, today)

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  ['expected income', (db) => sumToCome(db, organizationId, null, range), /settlement_to_come[^]*settlement_late/],
  ['its orders', (db) => listToCome(db, organizationId, { ...open, due: null }, 50), /settlement_to_come/],
  [
    'its orders of one day',
    (db) => listToCome(db, organizationId, { ...open, due: '2026-11-25' }, 50),
    /settlement_to_come/,
  ],
  ['its late orders', (db) => listToCome(db, organizationId, { ...open, due: 'late' }, 50), /settlement_late/],
  [
    'its orders whose time is up',
    (db) => listToCome(db, organizationId, { ...open, due: 'overdue' }, 50),
    /settlement_to_come/,
  ],
  ['payments due', (db) => listDueExpenses(db, organizationId, range, null), /expense_/],
  [
    'received payouts',
    (db) => listReceived(db, { organizationId, timeZone }, month, {}),
    /wallet_day_pkey[^]*settlement_/,
  ],
  [
    'the ledger',
    (db) => listWallet(db, organizationId, ledger({}), { size: 50 }),
    /wallet_transaction_organization_id_at_id_idx/,
  ],
  [
    'withdrawals',
    (db) => listWallet(db, organizationId, ledger({ kind: 'withdrawal' }), { size: 50 }),
    /wallet_transaction_other/,
  ],
  ['the wallet by kind', (db) => sumWallet(db, organizationId, { ...month, shop: null }), /wallet_day_pkey/],
  [
    'the wallet against the orders',
    (db) => sumAgainstOrders(db, { organizationId, timeZone }, { range: month, shop: null }),
    /wallet_transaction_organization_id_(shop_id_|kind_)?at_id_idx/,
  ],
  ['balances', (db) => listBalances(db, organizationId), /wallet_transaction_organization_id_shop_id_at_id_idx/],
  ['freight by shop', (db) => sumFreight(db, organizationId, month, null), /money_day_pkey/],
  ['freight charged too much', (db) => sumFreightFaults(db, organizationId, month, null), /discrepancy_day_pkey/],
  [
    'its orders, the dearest first',
    (db) => listFreightFaults(db, organizationId, freight, 50),
    /discrepancy_(freight|organization)/,
  ],
  [
    'its carriers',
    (db) => groupFreightFaults(db, organizationId, freight, 'carrier'),
    /discrepancy_(freight|organization)/,
  ],
  [
    'the money that waits for somebody',
    (db) => getMoneyAttention(db, organizationId, today),
    /settlement_to_come[^]*settlement_differ/,
  ],
])('%s: from an index', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
})

test('its orders of one day are read from that day’s stretch of the index', async () => {
  const plan = await explain(
    organizationId,
    (db) => listToCome(db, organizationId, { ...open, due: '2026-12-01' }, 50),
    { isMeasured: true },
  )
  expect(plan).toMatch(/Index (Only )?Scan using settlement_to_come/)
  expect(plan).toMatch(/Index Cond: .*expected_on IS NOT NULL.*>= .*<= /)
})

test('expected income is summed from the index alone, over the open rows', async () => {
  const plan = await explain(organizationId, (db) => sumToCome(db, organizationId, null, range), { isMeasured: true })
  expect(plan).toMatch(/Index Only Scan using settlement_to_come.*rows=400/)
  expect(plan).toMatch(/Index Only Scan using settlement_late.*rows=100/)
})

// Own database: what other files left in its tables decides which index is the cheapest.
import type { Db } from '@/lib/core/db'
import { readDispatchFilters } from '@/lib/sales/dispatch/filters'
import { countStages, listToShip } from '@/lib/sales/dispatch/queries'
import { listUrgent } from '@/lib/sales/dispatch/urgent'
import { readMappingFilters } from '@/lib/catalog/mapping/filters'
import { listListings } from '@/lib/catalog/mapping/queries'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { listOrders } from '@/lib/sales/orders/queries'
import { listToCome } from '@/lib/money/payouts/to-come'
import { asWalletFilters, readLedgerFilters } from '@/lib/money/payouts/wallet-filters'
import { readSettlementFilters } from '@/lib/money/reconciliation/filters'
import { listSettlements } from '@/lib/money/reconciliation/queries'
import { withOwner } from '../harnesses/database'
import { explain } from '../harnesses/explain'
import { createTestOrganization, type TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'
import { listWallet } from '@/lib/money/wallet/queries'

// The main lists keep to their indexes. Measured, with all others and in larger tables: *plans.full.integration.test.ts.

const today = '2026-11-20'
const clock = { timeZone: 'America/Sao_Paulo', today, now: new Date(`${today}T12:00:00Z`) }
const tables = ['orders', 'package', 'order_list', 'settlement', 'wallet_transaction', 'listing']
const readsAll = new RegExp(`Seq Scan on (${tables.join('|')})\\b`)
let organizationId: string

/** The first fifty orders are still to be shipped, some of them late. */
async function fill(company: TestOrganization, rows: number) {
  const shop = await addShop(company, 'Loja')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    const insert = (sql: string) =>
      owner.query(
        sql.replaceAll(':org', `'${company.organizationId}'::uuid`).replaceAll(':shop', `'${shop}'::uuid`) +
          ` from generate_series(1, ${rows}) n`,
      )
    const [now, id] = [`'${today}'::timestamptz`, `(lpad(to_hex(n), 8, '0') || right(:org::text, 28))::uuid`]
    const differs = 'case when n > 100 and n % 20 = 0 then -100 else 0 end'
    await insert(`insert into orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, ship_by,
        units, revenue_cents, total_cents)
      select :org, ${id}, 'MSC-' || lpad(n::text, 6, '0'), 'shopee', :shop, :shop, 'SN' || n,
        (case when n <= 50 then 'processing' when n % 10 = 0 then 'cancelled' else 'delivered' end)::"OrderStatus",
        ${now} - n * interval '1 hour', (${now} - n * interval '1 hour')::date, ${now} + (n - 10) * interval '1 hour', 1, 1000, 1000`)
    await owner.query('analyze orders')
    await insert(`insert into package (organization_id, id, order_id, shop_id, number, arranged_at)
      select :org, gen_random_uuid(), ${id}, :shop, 'OFG' || n, ${now}`)
    await insert(`insert into order_list (organization_id, order_id, outlet_id, placed_at, revenue_cents, margin_cents, unmapped, words)
      select :org, ${id}, :shop, ${now} - n * interval '1 hour', 1000, 500, false, search_text('MSC-' || n || case when n % 1000 = 7 then ' RARO' else '' end)`)
    await insert(`insert into settlement (organization_id, id, shop_id, external_code, local_day, state, due_on, released_at, expected_cents, released_cents,
        difference_cents, unexplained_cents, as_of, hash)
      select :org, gen_random_uuid(), :shop, 'SN' || n, '${today}'::date - n / 30, (case when n <= 100 then 'to_release' when n % 20 = 0 then 'underpaid'
        else 'reconciled' end)::"SettlementState", '${today}'::date + 12 - n / 30, case when n > 100 then ${now} end, 1000,
        case when n > 100 then case when n % 20 = 0 then 900 else 1000 end end, ${differs}, ${differs}, now(),
        decode(md5(n::text), 'hex')`)
    await insert(`insert into wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, at, local_day, kind, type, external_code, source)
      select :org, gen_random_uuid(), :shop, ${now} - n * interval '48 minutes', 1000, n, ${now} - n * interval '48 minutes',
        (${now} - n * interval '48 minutes')::date, 'payout', 'x', 'SN' || n, 'api'`)
    await insert(`insert into listing (organization_id, id, shop_id, external_key, item_id, model_id, title, synced_at)
      select :org, gen_random_uuid(), :shop, n, n / 5, n % 5, 'Anúncio ' || n, now()`)
  })
}

beforeAll(async () => {
  await fill(await createTestOrganization(), 4_000)
  const company = await createTestOrganization()
  await fill(company, 2_000)
  organizationId = company.organizationId
  await withOwner((owner) => owner.query(`analyze ${tables.join(', ')}`))
}, 60_000)

const orders = (query: Record<string, string>) => (db: Db) =>
  listOrders(
    db,
    organizationId,
    readOrderFilters({ period: 'all', ...query }, today, { money: true, buyers: true }),
    clock,
    { size: 50 },
  )
const toShip = readDispatchFilters({})
const settlements = (query: Record<string, string>) => (db: Db) =>
  listSettlements(db, organizationId, readSettlementFilters({ period: 'all', ...query }, today), { size: 50 })
const listings = (query: Record<string, string>) => (db: Db) =>
  listListings(db, organizationId, readMappingFilters(query), { stakeFrom: today, size: 50 })
const open = { shop: null, range: { from: today, to: '2026-12-20' }, after: null, before: null }
const ledger = asWalletFilters(readLedgerFilters({}, today))

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  ['orders to ship', (db) => listToShip(db, organizationId, toShip, clock, 50), /orders_dispatch/],
  ['orders to be paid', (db) => listToCome(db, organizationId, { ...open, due: null }, 50), /settlement_to_come/],
  [
    'the ledger',
    (db) => listWallet(db, organizationId, ledger, { size: 50 }),
    /wallet_transaction_organization_id_at_id_idx/,
  ],
  ['the largest differences', settlements({}), /settlement_difference/],
  ['settlements, newest first', settlements({ show: 'all' }), /settlement_organization_id_local_day_id_idx/],
])('%s: in the order of their index, none of them sorted', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/Sort Key/)
})

test.each<[string, (db: Db) => Promise<unknown>, RegExp]>([
  // The planner takes the younger of two indexes with the same cost.
  [
    'how many orders stand in each stage',
    (db) => countStages(db, organizationId, toShip, clock),
    /orders_(dispatch|to_ship)/,
  ],
  [
    'urgent orders',
    (db) => listUrgent(db, organizationId, clock.now),
    /orders_(dispatch|to_ship)[^]*orders_invoice_to_cancel/,
  ],
  ['the newest orders', orders({}), /orders_organization_id_placed_at_id_idx/],
  ['orders by a rare word', orders({ q: 'raro' }), /orders_code_prefix[^]*orders_pkey/],
  ['listings without a product', listings({}), /listing_/],
  ['listings by name', listings({ tab: 'all' }), /listing_by_title/],
])('%s: from an index', async (_, run, index) => {
  const plan = await explain(organizationId, run)
  expect(plan).not.toMatch(readsAll)
  expect(plan).toMatch(index)
})

import { withOrganization } from '@/lib/core/db'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, syncStateOf, type ConnectedShop } from '@/lib/testing/harnesses/sync-harness'
import { getBalances } from '@/lib/money/wallet/queries'
import { syncHistory } from './sync-history'
import { syncEscrow } from './sync-escrow'
import { syncWallet } from './sync-wallet'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

const { platform } = openShopHarness()

let harness: ConnectedShop
beforeAll(async () => {
  harness = await connectSyncShop(platform(), 24, { days: 60, items: [1, 2, 1] })
})

const sync = (options: Parameters<typeof syncWallet>[1] = {}) => asWorker(() => syncWallet(harness.shop, options))
const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)

/** The platform's ledger: the oracle. */
async function platformLedger() {
  const { rows } = await platform().platform.pool.query<{ line: string }>(
    `SELECT create_time || ' ' || type || ' ' || amount_cents || ' ' || balance_cents || ' ' || order_sn AS line
     FROM wallet_transaction WHERE shop_id = $1 ORDER BY 1`,
    [harness.number],
  )
  return rows.map(({ line }) => line)
}
const ourLedger = async () =>
  (
    await sql<{ line: string }>(
      `SELECT extract(epoch FROM at)::bigint || ' ' || type || ' ' || amount_cents || ' ' || balance_cents || ' ' || coalesce(external_code, '') AS line
       FROM wallet_transaction WHERE organization_id = current_organization() ORDER BY 1`,
    )
  ).map(({ line }) => line)
const sorted = (lines: string[]) => lines.toSorted()

test('the wallet is here whole, from the beginning of the history, each movement once, also where work was broken off', async () => {
  const ledger = await platformLedger()
  expect(ledger.length).toBeGreaterThan(12)
  // Killed after the first window that brought something: the rest is left to another job.
  const first = await sync({ sliceMs: 0 })
  expect(first.isDone).toBe(false)
  expect((await ourLedger()).length).toBeLessThan(ledger.length)
  let rounds = 0
  for (let isDone = false; !isDone && rounds < 40; rounds += 1) isDone = (await sync({ sliceMs: 0 })).isDone
  expect(sorted(await ourLedger())).toEqual(sorted(ledger))
  const [sum] = await sql<{ ours: string; days: string }>(
    `SELECT (SELECT sum(amount_cents) FROM wallet_transaction WHERE organization_id = current_organization())::text AS ours,
       (SELECT sum(in_cents + out_cents) FROM wallet_day WHERE organization_id = current_organization())::text AS days`,
  )
  const total = ledger.reduce((all, line) => all + BigInt(line.split(' ')[2]!), 0n)
  expect(sum).toEqual({ ours: String(total), days: String(total) })
  const [balance] = await withOrganization(harness.company, (db) => getBalances(db, harness.company.organizationId))
  expect(balance).toMatchObject({ balanceCents: total, gaps: [] })
})

test('read again from the beginning it writes nothing', async () => {
  await sql(`UPDATE sync_state SET watermark = now() - interval '365 days' WHERE stream = 'wallet'`)
  expect(await sync()).toEqual({ isDone: true, changed: 0 })
})

test('movements of one minute and amount that return to one balance are all distinguished', async () => {
  const before = (await ourLedger()).length
  const { pool, clock } = platform().platform
  const { rows } = await pool.query<{ balance: string }>(
    'SELECT balance_cents AS balance FROM wallet_transaction WHERE shop_id = $1 ORDER BY create_time DESC, id DESC LIMIT 1',
    [harness.number],
  )
  const balance = Number(rows[0]!.balance)
  // +5, -5, +5, -5 within seconds, over a page's edge too.
  for (let i = 0; i < 120; i += 1)
    await pool.query(
      `INSERT INTO wallet_transaction (shop_id, type, amount_cents, balance_cents, create_time) VALUES ($1, $2, $3, $4, $5)`,
      [
        harness.number,
        i % 2 ? 'SPM_DEDUCT' : 'ADJUSTMENT_CENTER_ADD',
        i % 2 ? -500 : 500,
        balance + (i % 2 ? 0 : 500),
        clock.now() - 30,
      ],
    )
  await sync()
  expect((await ourLedger()).length).toBe(before + 120)
  expect(await sync()).toEqual({ isDone: true, changed: 0 })
  expect(sorted(await ourLedger())).toEqual(sorted(await platformLedger()))
})

test('payouts of the whole history are known by order, amount and time', async () => {
  await asWorker(async () => {
    while (!(await syncHistory(harness.shop)).isDone);
    while (!(await syncEscrow(harness.shop)).isDone);
  })
  const { rows } = await platform().platform.pool.query<{ line: string }>(
    `SELECT order_sn || ' ' || payout_cents || ' ' || release_time AS line FROM order_money
     WHERE shop_id = $1 AND release_time IS NOT NULL ORDER BY 1`,
    [harness.number],
  )
  expect(rows.length).toBeGreaterThan(6)
  const ours = await sql<{ line: string }>(
    `SELECT external_code || ' ' || amount_cents || ' ' || extract(epoch FROM released_at)::bigint AS line FROM release
     WHERE organization_id = current_organization() AND source = 'api' ORDER BY 1`,
  )
  expect(sorted(ours.map(({ line }) => line))).toEqual(sorted(rows.map(({ line }) => line)))
  const state = await syncStateOf(harness.company, harness.shopId, 'escrow')
  expect(state!.history_reached).not.toBeNull()
  await sql(`UPDATE sync_state SET history_reached = NULL WHERE stream = 'escrow'`)
  await sql('DELETE FROM reconcile_due WHERE organization_id = current_organization()')
  await asWorker(() => syncEscrow(harness.shop))
  expect(await sql('SELECT 1 FROM reconcile_due WHERE organization_id = current_organization()')).toEqual([])
})

test('a correction that the wallet brings has its order settled in the same job', async () => {
  const { rows } = await platform().platform.pool.query<{ code: string }>(
    `SELECT m.order_sn AS code FROM order_money m WHERE m.shop_id = $1 AND m.release_time IS NOT NULL ORDER BY m.release_time DESC LIMIT 1`,
    [harness.number],
  )
  const { code } = rows[0]!
  await platform().admin('order-adjust', { orderSn: code, amountCents: -700, reason: 'Logistic issue deduction' })
  await sync()
  const lines = await sql<{ cents: number }>(
    `SELECT l.amount_cents::int AS cents FROM money_line l JOIN orders o ON o.organization_id = l.organization_id AND o.id = l.order_id
     WHERE o.external_code = $1 AND l.kind = 'adjustment' AND l.platform_name = 'Logistic issue deduction'`,
    [code],
  )
  expect(lines).toEqual([{ cents: -700 }])
  expect(
    await sql('SELECT 1 FROM reconcile_due WHERE organization_id = current_organization() AND external_code = $1', [
      code,
    ]),
  ).not.toEqual([])
})

test('a push about an order that was paid out has its correction at the order at once', async () => {
  const { rows } = await platform().platform.pool.query<{ code: string }>(
    `SELECT m.order_sn AS code FROM order_money m WHERE m.shop_id = $1 AND m.release_time IS NOT NULL ORDER BY m.release_time DESC LIMIT 1 OFFSET 1`,
    [harness.number],
  )
  const { code } = rows[0]!
  await platform().admin('order-adjust', { orderSn: code, amountCents: -311, reason: 'Marketing' })
  await addWebhookEvent(harness.number, code)
  await asWorker(() => workWebhookEvents(String(harness.number)))
  const lines = await sql(
    `SELECT l.amount_cents::int AS cents FROM money_line l JOIN orders o ON o.organization_id = l.organization_id AND o.id = l.order_id
     WHERE o.external_code = $1 AND l.kind = 'adjustment' AND l.platform_name = 'Marketing'`,
    [code],
  )
  expect(lines).toEqual([{ cents: -311 }])
})

test('a withdrawal that is listed when it is requested and again when it has arrived is one movement', async () => {
  const { pool, clock } = platform().platform
  const { rows } = await pool.query<{ balance: string }>(
    'SELECT balance_cents AS balance FROM wallet_transaction WHERE shop_id = $1 ORDER BY create_time DESC, id DESC LIMIT 1',
    [harness.number],
  )
  const balance = Number(rows[0]!.balance) - 1_234
  const addTransaction = (type: string, secondsAgo: number, withdrawalId: number) =>
    pool.query(
      `INSERT INTO wallet_transaction (shop_id, type, amount_cents, balance_cents, create_time, withdrawal_id) VALUES ($1, $2, -1234, $3, $4, $5)`,
      [harness.number, type, balance, clock.now() - secondsAgo, withdrawalId],
    )
  const ours = () =>
    sql(`SELECT type, withdrawal_id AS id FROM wallet_transaction WHERE organization_id = current_organization() AND withdrawal_id IN ('9000001', '9000002')
      ORDER BY withdrawal_id`)
  await addTransaction('WITHDRAWAL_CREATED', 0, 9000001)
  await sync()
  // Listed in another read, as in one and the same; and one of which only the arrival is listed.
  await addTransaction('WITHDRAWAL_COMPLETED', 0, 9000001)
  await sync()
  const created = { type: 'WITHDRAWAL_CREATED', id: '9000001' }
  expect(await ours()).toEqual([created])
  const [known] = await withOrganization(harness.company, (db) => getBalances(db, harness.company.organizationId))
  expect(known).toMatchObject({ balanceCents: BigInt(balance), gaps: [] })
  await sql(
    `DELETE FROM wallet_transaction WHERE organization_id = current_organization() AND withdrawal_id = '9000001'`,
  )
  await addTransaction('WITHDRAWAL_COMPLETED', 0, 9000002)
  await sync()
  expect(await ours()).toEqual([created, { type: 'WITHDRAWAL_COMPLETED', id: '9000002' }])
  expect(await sync()).toEqual({ isDone: true, changed: 0 })
})

test('a movement that the platform calls failed is no money, also where it was listed before as running; one that has moved the balance stays', async () => {
  const { pool, clock } = platform().platform
  const { rows } = await pool.query<{ balance: string; code: string }>(
    `SELECT w.balance_cents AS balance, (SELECT m.order_sn FROM order_money m WHERE m.shop_id = $1 ORDER BY 1 LIMIT 1) AS code
     FROM wallet_transaction w WHERE w.shop_id = $1 ORDER BY create_time DESC, id DESC LIMIT 1`,
    [harness.number],
  )
  const [balance, code] = [Number(rows[0]!.balance), rows[0]!.code]
  const addTransaction = (type: string, amount: number, after: number, status: string, orderSn = '') =>
    pool.query(
      `INSERT INTO wallet_transaction (shop_id, type, amount_cents, balance_cents, create_time, status, order_sn) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [harness.number, type, amount, after, clock.now(), status, orderSn],
    )
  const ours = () =>
    sql(`SELECT type, amount_cents::int AS cents FROM wallet_transaction WHERE organization_id = current_organization() AND abs(amount_cents) IN (777, 888, 999)
      ORDER BY 2`)
  const total = async () =>
    (
      await sql<{
        rows: string
        days: string
      }>(`SELECT (SELECT sum(amount_cents) FROM wallet_transaction)::text AS rows,
        (SELECT sum(in_cents + out_cents) FROM wallet_day)::text AS days`)
    )[0]!
  const before = await total()
  await addTransaction('ADJUSTMENT_CENTER_ADD', 777, balance, 'FAILED')
  await addTransaction('ADJUSTMENT_CENTER_DEDUCT', -888, balance, 'PENDING', code)
  await sync()
  expect(await ours()).toEqual([{ type: 'ADJUSTMENT_CENTER_DEDUCT', cents: -888 }])
  await sql('DELETE FROM reconcile_due WHERE organization_id = current_organization()')
  await pool.query(`UPDATE wallet_transaction SET status = 'FAILED' WHERE shop_id = $1 AND amount_cents = -888`, [
    harness.number,
  ])
  expect(await sync()).toEqual({ isDone: true, changed: 2 })
  expect([await ours(), await total()]).toEqual([[], before])
  expect(
    await sql(
      `SELECT kind, description, external_code AS code FROM wallet_transaction WHERE status = 'FAILED' AND amount_cents = 0 ORDER BY description`,
    ),
  ).toEqual([
    { kind: 'other', description: `ADJUSTMENT_CENTER_ADD · R$\u00A07,77`, code: null },
    { kind: 'other', description: `ADJUSTMENT_CENTER_DEDUCT · ${code} · −R$\u00A08,88`, code: null },
  ])
  expect(await sql('SELECT external_code AS code FROM reconcile_due WHERE external_code = $1', [code])).toEqual([
    { code },
  ])
  await addTransaction('WITHDRAWAL_CREATED', -999, balance - 999, 'FAILED')
  await addTransaction('WITHDRAWAL_CANCELLED', 999, balance, 'COMPLETED')
  await sync()
  expect(await ours()).toEqual([
    { type: 'WITHDRAWAL_CREATED', cents: -999 },
    { type: 'WITHDRAWAL_CANCELLED', cents: 999 },
  ])
  expect(await total()).toEqual(before)
  expect(await sync()).toEqual({ isDone: true, changed: 0 })
})

/** As receive-webhook-event keeps one. */
const addWebhookEvent = (shop: number, orderSn: string) =>
  withOwner((owner) =>
    owner.query(
      `INSERT INTO webhook_inbox (platform, external_shop_id, code, body, body_hash, platform_at)
       VALUES ('shopee', $1, 3, $2::jsonb, decode(md5($2::jsonb::text), 'hex'), now())`,
      [
        String(shop),
        {
          code: 3,
          kind: 'orderStatus',
          shopIds: [String(shop)],
          orderSn,
          returnSn: null,
          itemId: null,
          authorizeType: null,
        },
      ],
    ),
  )

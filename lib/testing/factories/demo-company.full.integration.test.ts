// Full form: makes five demonstration companies. Default: the browser tests start the product with one.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { makeDemoCompany } from '@/prisma/demo/company'
import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { verifyAuditLog } from '@/lib/insight/audit-log/verify-audit-log'
import { listHistoryFor } from '@/lib/insight/audit-log/views'
import { analyticsTabs, type AnalyticsTab } from '@/lib/sales/sales-figures/analysis-filters'
import { addDays, addMonths, defaultTimeZone, localDay, startOfLocalDay, startOfMonth } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { getAttention } from '@/lib/insight/dashboard/attention'
import { getResultFor } from '@/lib/money/profit/views'
import { getPurchaseListFor, getSuggestionFor } from '@/lib/catalog/purchases/views'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { inspect, workerUrl } from '../harnesses/database'
import { walkFigures, walkWork } from '../harnesses/walk-of-numbers'
import { foldSales } from './sales'

const now = new Date()
const today = localDay(now, defaultTimeZone)
const begun = startOfLocalDay(today, defaultTimeZone)
/** A quarter of an hour after midnight, if it is later than that: the day has hardly begun. */
const early = new Date(Math.min(now.getTime(), begun.getTime() + 900_000))

let organizationId: string
let again: string
let atNight: string
/** With the marketplace's money. */
let paid: string

async function make(name: string, moment: Date, more: { workerUrl?: string } = {}): Promise<string> {
  const account = { email: `${name}@example.com`, password: 'a long enough password' }
  const made = await makeDemoCompany({ ...account, ...more, now: moment })
  if (!made) throw new Error('nothing was made')
  return made
}

beforeAll(async () => {
  organizationId = await make('demo', now)
  again = await make('again', now)
  atNight = await make('night', early)
  paid = await make('paid', now, { workerUrl: workerUrl() })
}, 1_800_000)

const query = <Row extends Record<string, unknown>>(sql: string, organization = organizationId) =>
  inspect<Row>(organization, sql)
const count = async (sql: string, organization?: string) =>
  Number((await query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`, organization))[0]!.n)

test('the demonstration company verifies without a difference, before and after its sums are folded', async () => {
  expect((await verifyFigures(organizationId)).differences).toEqual([])
  await foldSales({ organizationId } as Parameters<typeof foldSales>[0])
  expect((await verifyFigures(organizationId)).differences).toEqual([])
})

const happened = `
  SELECT placed_at AS at FROM orders UNION ALL SELECT paid_at FROM orders UNION ALL SELECT shipped_at FROM orders
  UNION ALL SELECT delivered_at FROM orders UNION ALL SELECT cancelled_at FROM orders
  UNION ALL SELECT opened_at FROM order_return UNION ALL SELECT received_at FROM order_return WHERE state = 'received'
    AND received_at < now() - interval '1 hour'
  UNION ALL SELECT sent_at FROM purchase_order UNION ALL SELECT created_at FROM product UNION ALL SELECT from_at FROM listing_mapping`
const happenedOn = `
  SELECT local_day AS day FROM orders UNION ALL SELECT paid_on FROM expense UNION ALL SELECT received_on FROM purchase_receipt
  UNION ALL SELECT from_day FROM product_cost UNION ALL SELECT from_day FROM tax_rate`

test.each([
  ['by day', () => [organizationId, now] as const],
  ['just after midnight', () => [atNight, early] as const],
])('nothing in it is ahead of the moment at which it was made, %s', async (_, when) => {
  const [organization, moment] = when()
  const [last] = await query<{ at: Date; day: string }>(
    `SELECT (SELECT max(at) FROM (${happened}) h) AS at, (SELECT max(day)::text FROM (${happenedOn}) d) AS day`,
    organization,
  )
  expect(last!.at.getTime()).toBeLessThanOrEqual(moment.getTime())
  expect(last!.day <= today).toBe(true)
  const [open] = await query<{ n: string }>(
    `SELECT count(*) AS n FROM orders WHERE status IN ('confirmed', 'processing')`,
    organization,
  )
  expect(Number(open!.n)).toBeGreaterThan(5)
})

test('no parcel is sent before it is paid, delivered before it is sent, or comes back before it is delivered', async () => {
  expect(
    await count(`orders o LEFT JOIN order_return r ON r.order_id = o.id
      WHERE o.paid_at < o.placed_at OR o.shipped_at < o.paid_at OR o.delivered_at < o.shipped_at OR o.cancelled_at < o.placed_at
        OR r.opened_at < coalesce(o.delivered_at, o.cancelled_at) OR r.received_at < r.opened_at`),
  ).toBe(0)
})

test('the same moment gives the same company', async () => {
  const portrait = `SELECT (SELECT jsonb_agg(t) FROM (SELECT status, count(*), sum(revenue_cents), sum(coalesce(fees_charged_cents, 0)), max(code)
      FROM orders GROUP BY 1 ORDER BY 1) t) AS orders,
    (SELECT jsonb_agg(t) FROM (SELECT p.sku, s.on_hand, s.reserved FROM stock_level s JOIN product p ON p.id = s.product_id ORDER BY 1, 2, 3) t) AS stock,
    (SELECT jsonb_agg(t) FROM (SELECT kind, status, due_on, amount_cents FROM expense ORDER BY description, due_on) t) AS expenses`
  expect(await query(portrait, again)).toEqual(await query(portrait))
})

test('the seed makes it in a process of its own, as npm start runs it', async () => {
  const email = 'process@example.com'
  const { DATABASE_URL } = env()
  await promisify(execFile)(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'prisma/seed.ts'], {
    env: { ...process.env, DATABASE_URL, DEMO_EMAIL: email, DEMO_PASSWORD: 'a long enough password' },
  })
  expect(await makeDemoCompany({ email, password: 'a long enough password', now })).toBeNull()
})

test('a second run makes nothing', async () => {
  expect(await makeDemoCompany({ email: 'demo@example.com', password: 'a long enough password', now })).toBeNull()
})

const viewer = () => ({ organizationId, role: 'owner' as const, timeZone: defaultTimeZone })
const read = async <Tab extends AnalyticsTab>(tab: Tab, period = '90d') => {
  const range = { period: 'custom', from: addDays(today, period === 'year' ? -364 : -89), to: today }
  return (await getAnalyticsFor(viewer(), { tab, ...range }, { now })).section
}

test('whatever has a history tells it, of the days it happened on, under links that hold', async () => {
  const histories = [
    ['product', `SELECT id FROM product WHERE sku = 'GAR-1L-INX'`, 2],
    ['product', `SELECT kit_id AS id FROM kit_component LIMIT 1`, 1],
    [
      'order',
      `SELECT id FROM orders WHERE platform = 'manual' AND status = 'delivered' AND delivered_at > placed_at LIMIT 1`,
      3,
    ],
    ['expense', `SELECT id FROM expense WHERE status = 'paid' AND description = 'Contador' LIMIT 1`, 2],
    ['purchase', `SELECT id FROM purchase_order WHERE status = 'received' LIMIT 1`, 3],
    ['case', `SELECT id FROM recovery_case WHERE state = 'paid' LIMIT 1`, 3],
  ] as const
  const owner = { ...viewer(), organizationId: paid, language: 'pt' as const }
  for (const [kind, sql, least] of histories) {
    const [record] = await query<{ id: string }>(sql, paid)
    const lines = await listHistoryFor(owner, kind, record!.id)
    expect({ kind, hasEnough: lines.length >= least }).toEqual({ kind, hasEnough: true })
    expect(lines.every(({ text, at }) => text.startsWith('Marina') && at <= new Date())).toBe(true)
  }
  for (const [event, days] of [
    ['order.placed', 150],
    ['product.created', 3],
    ['expense.paid', 60],
  ] as const)
    // prettier-ignore
    expect(
      await count(`(SELECT DISTINCT (at AT TIME ZONE '${defaultTimeZone}')::date FROM audit_event WHERE event = '${event}') d`, paid),
    ).toBeGreaterThan(days - 1)
  expect(
    await count(
      `orders o WHERE platform = 'manual' AND NOT EXISTS (SELECT 1 FROM audit_event e
    WHERE e.event = 'order.placed' AND e.subject_id = o.id::text AND e.at = date_trunc('milliseconds', o.placed_at))`,
      paid,
    ),
  ).toBe(0)
  expect(await verifyAuditLog(paid)).toEqual({ intact: true, chained: expect.any(BigInt), unchained: 0 })
})

test('every analysis has something to tell', async () => {
  const result = Object.fromEntries(
    await Promise.all(analyticsTabs.map(async (tab) => [tab, await read(tab, 'year')] as const)),
  ) as { [Tab in AnalyticsTab]: Extract<Awaited<ReturnType<typeof read>>, { tab: Tab }> }
  expect(result.abc.classes.every(({ items }) => items > 1)).toBe(true)
  expect(result.profit.rows.some(({ marginCents }) => marginCents !== null && marginCents < 0n)).toBe(true)
  expect(result.profit.rows.some(({ marginCents }) => marginCents === null)).toBe(true)
  expect(result.cohorts.cohorts.average.filter((rate) => rate !== null && rate > 0.05).length).toBeGreaterThan(3)
  expect(result.cancellations.reasons.length).toBeGreaterThan(4)
  expect(result.cancellations.returns.length).toBeGreaterThan(4)
  expect(result.cancellations.items.length).toBeGreaterThan(9)
  expect(new Set(result.price.points.map(({ priceCents }) => priceCents)).size).toBeGreaterThan(3)
  const cover = await read('cover')
  expect(cover.tab === 'cover' && Object.keys(cover.bands).sort()).toEqual(
    ['month', 'more', 'out', 'quarter', 'still', 'week'].sort(),
  )
})

test('there is work in the warehouse, with suppliers and with bills', async () => {
  const { page } = await getPurchaseListFor(viewer(), {})
  expect(new Set(page.rows.map(({ status }) => status))).toEqual(
    new Set(['draft', 'sent', 'partly_received', 'received']),
  )
  expect((await getSuggestionFor(viewer(), {})).page.rows.length).toBeGreaterThan(3)
  const attention = await withOrganization(viewer(), (db) => getAttention(db, viewer(), today, now))
  for (const key of [
    'lateOrders',
    'oversoldProducts',
    'lowStockProducts',
    'unmappedListings',
    'overdueExpenses',
  ] as const)
    expect([key, attention[key] > 0n]).toEqual([key, true])
  expect(await count(`(SELECT DISTINCT kind FROM expense) k`)).toBe(3)
  expect(await count(`expense_series`)).toBeGreaterThan(5)
  expect(
    await count(`product p WHERE NOT EXISTS (SELECT 1 FROM product_cost c WHERE c.product_id = p.id)
    AND NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.kit_id = p.id)`),
  ).toBeGreaterThan(0)
  expect(await count(`(SELECT kit_id FROM kit_component GROUP BY 1) k`)).toBe(2)
  expect(await count(`(SELECT DISTINCT state FROM order_return) s`)).toBeGreaterThan(4)
  expect(await count(`(SELECT DISTINCT kind FROM stock_movement) k`)).toBeGreaterThan(6)
  expect(await count(`(SELECT DISTINCT state FROM stock_count) s`)).toBe(2)
})

test('every month has a result, with a tax from a rate in force', async () => {
  const { months } = await getResultFor(
    viewer(),
    { period: 'custom', from: addMonths(startOfMonth(today), -10), to: today },
    now,
  )
  expect(months.length).toBeGreaterThan(9)
  for (const { result } of months) {
    expect(result.lines.tax).toBeLessThan(0n)
    expect(result.lines.fixed).toBeLessThan(0n)
    expect(result.untaxedCents).toBe(0n)
  }
})

test('its money was paid as it should be, but for some orders, each for a reason of its own', async () => {
  expect((await verifyFigures(paid)).differences).toEqual([])
  const names = async (sql: string) => (await query<{ name: string }>(sql, paid)).map(({ name }) => name)
  expect(await names('SELECT DISTINCT cause AS name FROM discrepancy WHERE NOT is_unconfirmed ORDER BY 1')).toEqual(
    expect.arrayContaining([
      'adjustment',
      'commission_band',
      'fixed_fee',
      'freight',
      'late',
      'released_less',
      'unknown_here',
    ]),
  )
  expect(await count('discrepancy WHERE is_unconfirmed', paid)).toBe(0)
  expect(await names('SELECT DISTINCT state AS name FROM recovery_case')).toHaveLength(8)
  expect(await count(`settlement WHERE state = 'reconciled'`, paid)).toBeGreaterThan(500)
  const advances = `SELECT external_code FROM wallet_transaction WHERE kind = 'early_payout'`
  expect(await count(`settlement WHERE state = 'reconciled' AND external_code IN (${advances})`, paid)).toBe(2)
  expect(await count('bank_match', paid)).toBeGreaterThan(20)
  expect(await count(`wallet_transaction WHERE at > now()`, paid)).toBe(0)
})

test('its ads are reported day by day, some days without a report, and a part of the orders has no ad', async () => {
  const range = { period: 'custom', from: addDays(today, -140), to: today }
  const { section } = await getAnalyticsFor({ ...viewer(), organizationId: paid }, { tab: 'ads', ...range }, { now })
  if (section.tab !== 'ads') throw new Error(section.tab)
  expect(section.rows.filter(({ sales }) => sales !== null).length).toBeGreaterThan(3)
  expect(section.rows.some(({ itemId }) => itemId === '')).toBe(true)
  expect(section.coverage.missingDays).toBeGreaterThan(0)
  expect(section.coverage.missingDays).toBeLessThan(section.coverage.expectedDays)
})

test('each number of its dashboard and of its home opens exactly the rows that it counts', async () => {
  const [owner] = await query<{ id: string }>(`SELECT user_id AS id FROM membership WHERE role = 'owner'`, paid)
  const reader = { ...viewer(), organizationId: paid, userId: owner!.id, legalEntityIds: null }
  const [work, figures] = [await walkWork(reader, new Date()), await walkFigures(reader, new Date())]
  expect([...work.differing, ...figures.differing]).toEqual([])
  expect(work.places.length).toBeGreaterThan(15)
  expect(figures.places.length).toBeGreaterThan(30)
})

test('its people were at work: photos of all products, closed months, a report, a conversation and a run of the audit', async () => {
  expect(await count('product WHERE photo_file_id IS NULL', paid)).toBe(0)
  expect(await count('month_close', paid)).toBeGreaterThan(9)
  expect(await count(`agent_task WHERE kind = 'monthly_review'`, paid)).toBe(1)
  expect(await count(`assistant_message WHERE question_id IS NOT NULL AND state = 'done'`, paid)).toBe(3)
  expect(await count('health_run', paid)).toBe(1)
})

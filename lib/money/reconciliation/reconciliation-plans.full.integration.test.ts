// Full form: fills tables with thousands of rows to read the plans of its lists. Default: lib/testing/properties/query-plans.integration.test.ts.
import type { Query } from '@/lib/core/keyset'
import type { Role } from '@/lib/core/permissions'
import { newId } from '@/lib/core/ids'
import { withOrganization, type Db } from '@/lib/core/db'
import { asWorker, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { filledFaults, fillReconciliation } from '@/lib/testing/factories/reconcile-fill'
import { addShop } from '@/lib/testing/factories/sales'
import { readSettlementFilters, settlementsHref } from './filters'
import { countSettlements, listSettlements } from './queries'
import { reconcileOrders } from './reconcile-orders'
import { sumByCause, sumSettlements, sumUnexplained } from './sums'
import { getReconciliationFor, getSettlementFor } from './views'

const today = '2026-11-22'
const now = new Date(`${today}T12:00:00Z`)
const orders = 3000
const large = ['settlement', 'discrepancy', 'orders', 'money_line', 'release']

let company: TestOrganization
let shop: string
const viewer = (role: Role = 'finance') => ({
  organizationId: company.organizationId,
  timeZone: 'America/Sao_Paulo',
  role,
})

beforeAll(async () => {
  const companies = [await createTestOrganization(), await createTestOrganization()]
  for (const each of companies) {
    const salesChannel = await addShop(each, 'Loja')
    await withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [each.organizationId])
      await fillReconciliation(owner, { organizationId: each.organizationId, shopId: salesChannel, orders })
      await owner.query(`analyze ${large.join(', ')}, reconcile_due, wallet_transaction`)
    })
    await asWorker(() => reconcileOrders(each.organizationId, { now }))
    if (each === companies[1]) [company, shop] = [each, salesChannel]
  }
  await withOwner((owner) => owner.query(`analyze settlement, discrepancy, settlement_day, discrepancy_day`))
}, 600_000)

const countScans = (db: Db) =>
  db.$queryRaw<{ name: string; scans: bigint }[]>`
    SELECT t.name, pg_stat_get_xact_numscans(t.name::regclass) AS scans FROM unnest(${large}::text[]) t(name)`

/** Entries of the settlements' indexes that were read. */
const countRead = (db: Db) =>
  db.$queryRaw<[{ read: bigint }]>`
    SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::bigint AS read FROM pg_index WHERE indrelid = 'settlement'::regclass`

/**
 * The result of `run`, the large tables that it read from end to end, and the number of entries of the settlements'
 * indexes.
 */
const look = (run: (db: Db) => Promise<number>, legalEntityIds: string[] | null = null) =>
  withOrganization({ organizationId: company.organizationId, legalEntityIds }, async (db) => {
    const [before, [read]] = [await countScans(db), await countRead(db)]
    const result = await run(db)
    const [after, [more]] = [await countScans(db), await countRead(db)]
    const whole = after.filter(({ scans }, index) => scans > before[index]!.scans).map(({ name }) => name)
    return { found: result, whole, read: Number(more.read - read.read) }
  })

const filtersOf = (query: Query) => readSettlementFilters({ period: 'all', ...query }, today)
const page = (query: Query) => async (db: Db) =>
  (await listSettlements(db, company.organizationId, filtersOf(query), { size: 50 })).rows.length
const faults = filledFaults(orders)
const differing = Object.values({ ...faults, expected: { orders: 0 } }).reduce((all, { orders: some }) => all + some, 0)

test('tables that are read from end to end are seen', async () => {
  const seen = await look(async (db) => {
    await db.$executeRaw`SET LOCAL enable_indexscan = off`
    await db.$executeRaw`SET LOCAL enable_bitmapscan = off`
    await db.$executeRaw`SET LOCAL enable_indexonlyscan = off`
    return page({})(db)
  })
  expect(seen.whole).toContain('settlement')
})

test.each<[string, (db: Db) => Promise<number>, { found: number; most: number }]>([
  ['the largest differences', page({}), { found: 50, most: 60 }],
  ['the largest of a shop', (db) => page({ shop })(db), { found: 50, most: 60 }],
  ['the largest of a month', page({ from: '2026-10-01', to: '2026-10-31' }), { found: 19, most: 300 }],
  ['from a least difference on', page({ min: '1240' }), { found: 50, most: 60 }],
  ['a rare cause', page({ cause: 'adjustment' }), { found: 36, most: 500 }],
  ['a cause without orders', page({ cause: 'price' }), { found: 0, most: 500 }],
  ['unexplained differences', page({ cause: 'unexplained' }), { found: 0, most: 5 }],
  ['unclaimed differences', page({ case: 'without' }), { found: 50, most: 200 }],
  ['differences in a case', page({ case: 'with' }), { found: 0, most: 500 }],
  ['a state that few are in', page({ state: 'late' }), { found: 41, most: 500 }],
  ['a state that few are in, though nothing differs', page({ state: 'to_release' }), { found: 1, most: 5 }],
  ['unchecked orders', page({ state: 'released' }), { found: 0, most: 5 }],
  ['all, newest first', page({ show: 'all' }), { found: 50, most: 60 }],
  ['all, oldest first', page({ show: 'all', sort: 'oldest' }), { found: 50, most: 60 }],
  ['a code', page({ q: 'R000000000070' }), { found: 1, most: 5 }],
  ['how a code begins', page({ q: 'R00000000007' }), { found: 10, most: 20 }],
  [
    'how many differ',
    async (db) => (await countSettlements(db, company.organizationId, filtersOf({}), 10_000)).orders,
    { found: 129, most: 300 },
  ],
  [
    'sums of what nothing explains',
    async (db) => (await sumUnexplained(db, company.organizationId, filtersOf({}))).length,
    { found: 0, most: 5 },
  ],
  [
    'totals of a year',
    async (db) => (await sumSettlements(db, company.organizationId, filtersOf({}))).length,
    { found: 5, most: 0 },
  ],
  [
    'causes of a year',
    async (db) => (await sumByCause(db, company.organizationId, filtersOf({}))).length,
    { found: 3, most: 0 },
  ],
])('%s: from an index, and little of it', async (_, run, { found, most }) => {
  const seen = await look(run)
  expect(seen).toEqual({ found, whole: [], read: expect.any(Number) })
  expect(seen.read).toBeLessThanOrEqual(most)
})

test('pages follow one another both ways, and hold every order with a difference once, the largest first', async () => {
  const results: { id: string; cents: bigint }[] = []
  let back: string | null = null
  for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const query: Query = { period: 'all', ...(after && { after }) }
    const { page: read } = await getReconciliationFor(viewer(), query, { now })
    results.push(
      ...read.rows.map(({ id, differenceCents }) => ({
        id,
        cents: differenceCents < 0n ? -differenceCents : differenceCents,
      })),
    )
    back = read.previous ?? back
    after = read.next
  }
  expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
  expect(results.length).toBeGreaterThan(differing / 2)
  expect(results.every(({ cents }, index) => index === 0 || cents <= results[index - 1]!.cents)).toBe(true)
  const { page: before } = await getReconciliationFor(viewer(), { period: 'all', before: back! }, { now })
  expect(before.rows.at(-1)!.id).toBe(
    results[results.findIndex(({ id }) => id === before.rows[0]!.id) + before.rows.length - 1]!.id,
  )
})

test('totals, causes and the list tell of the same orders, and an order opens with its lines and witnesses', async () => {
  const view = await getReconciliationFor(viewer(), { period: 'all' }, { now })
  expect(view.totals).toMatchObject({
    orders: BigInt(orders),
    expectedCents: BigInt(faults.expected),
    unexplainedCents: 0n,
  })
  expect(view.totals.differenceCents).toBe(view.causes.reduce((all, { amountCents }) => all + amountCents, 0n))
  expect(view.counted.differenceCents).toBe(view.totals.differenceCents)
  const opened = (await getSettlementFor(viewer(), view.page.rows[0]!.id, now))!
  expect(opened).toMatchObject({ code: view.page.rows[0]!.code, unexplainedCents: 0n })
  expect(opened.lines.find(({ kind }) => kind === 'commission')).toMatchObject({ cause: null })
  expect(opened.causes.reduce((all, { amountCents }) => all + amountCents, 0n)).toBe(opened.differenceCents)
  const [stranger] = [await createTestOrganization()]
  expect(await getSettlementFor({ ...viewer(), organizationId: stranger.organizationId }, opened.id, now)).toBeNull()
})

test('an address says its filters, and reads back as they were', () => {
  for (const query of [
    {},
    { period: 'all', show: 'all' },
    { state: 'late,underpaid', min: '500' },
    { q: 'r12', sort: 'oldest' },
    { cause: 'freight', from: '2026-11-01' },
    { case: 'with' },
    { case: 'without', cause: 'unexplained' },
  ]) {
    const filters = readSettlementFilters(query, today)
    const again = Object.fromEntries(new URLSearchParams(settlementsHref(filters).split('?')[1]))
    expect(readSettlementFilters(again, today)).toEqual(filters)
  }
})

test.each(['operator', 'viewer'] as const)(
  '%s reads neither the list nor one order of it, below the screens too',
  async (role) => {
    const denied = { code: 'permissionDenied' }
    await expect(getReconciliationFor(viewer(role), {})).rejects.toMatchObject(denied)
    await expect(getSettlementFor(viewer(role), newId())).rejects.toMatchObject(denied)
  },
)

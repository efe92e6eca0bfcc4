import { withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
  viewerOf,
} from '@/lib/testing/factories/factories'
import { addMovements, addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { companyExpensesPath } from '../expenses/filters'
import { getExpenseListFor } from '../expenses/views'
import { getShownOrderListFor } from '@/lib/sales/orders/views'
import { getResultFor } from '../profit/views'
import { getReconciliationFor } from '../reconciliation/views'
import { closeMonthAction, reopenMonthAction } from './actions'
import { figureLines } from './figures'
import { getMonthClosesFor } from './views'

const [august, september, october] = ['2026-08-01', '2026-09-01', '2026-10-01'] as const
type Company = TestOrganization & { shop: string; productId: string }

async function companyWithSales(): Promise<Company> {
  const company = await createTestOrganization()
  const shop = await addShop(company, newId())
  const productId = await addProduct(company, newId())
  await addOrders(company, shop, [
    { at: '2026-08-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30' },
    { at: '2026-09-10T12:00:00Z', cents: 20_000n, charged: 4_000n, productId },
    { at: '2026-09-11T12:00:00Z', cents: 5_000n, status: 'cancelled', productId },
  ])
  await addSettlements(company, shop, [
    {
      code: newId(),
      day: '2026-08-10',
      state: 'underpaid',
      expected: 8_000n,
      released: 7_500n,
      releasedAt: '2026-09-02T12:00:00Z',
    },
  ])
  await addAdsDay(company, shop, '2026-08-10', { '': 100n })
  await addMovements({ ...company }, shop, [{ at: '2026-09-02T12:00:00Z', cents: 7_500n, balance: 7_500n }])
  await signInAs(company.owner)
  return { ...company, shop, productId }
}

const close = (company: TestOrganization, month: string, key?: string) =>
  closeMonthAction(envelope(company, key), { legalEntityId: company.legalEntityId, month, note: '' })
const reopen = (company: TestOrganization, month: string, reason = 'Faltava uma nota') =>
  reopenMonthAction(envelope(company), { legalEntityId: company.legalEntityId, month, reason })
const look = (company: TestOrganization, month: string) =>
  getMonthClosesFor(viewerOf(company.owner), { entity: company.legalEntityId, month })
const addExpense = ({ organizationId, legalEntityId }: TestOrganization, day: string, amountCents: bigint) =>
  withOrganization({ organizationId }, (db) =>
    db.expense.create({
      data: {
        organizationId,
        id: newId(),
        legalEntityId,
        amountCents,
        description: 'Aluguel',
        kind: 'fixed',
        dueOn: new Date(day),
      },
      select: { id: true },
    }),
  )

test('a month is closed with the figures of the result, its payouts, and a hash', async () => {
  const company = await companyWithSales()
  await addExpense(company, '2026-08-20', 700n)
  expect(await close(company, august)).toMatchObject({ ok: true, data: { month: august, nth: 1 } })
  const { opened } = await look(company, august)
  const { total } = await getResultFor(viewerOf(company.owner), {
    period: 'custom',
    from: '2026-08-01',
    to: '2026-08-31',
    entity: company.legalEntityId,
  })
  const { frozen, closings } = opened!
  expect(frozen).toMatchObject({
    gross: 10_000n,
    revenue: total.lines.revenue,
    fees: total.lines.fees,
    cost: -3_000n,
    fixed: -700n,
    netRevenue: total.sums.netRevenue,
    contribution: total.sums.contribution,
    profit: total.sums.profit,
    payoutExpected: 8_000n,
    payoutCompetence: 7_500n,
    difference: -500n,
    payoutCash: 0n,
  })
  expect(closings).toMatchObject([{ nth: 1, isWhole: true, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  const rows = await inspect<{ line: string }>(company.organizationId, 'select line from month_close_line')
  expect(rows.every(({ line }) => (figureLines as readonly string[]).includes(line))).toBe(true)
  expect((await look(company, september)).opened!.live).toMatchObject({ payoutCash: 7_500n, cancelled: -5_000n })
  // Nothing of what September sold has a cost: it is missing, not zero.
  const { live } = (await look(company, september)).opened!
  for (const line of ['cost', 'ads', 'contribution', 'profit'] as const) expect(live[line]).toBeUndefined()
})

test('the income of a month after the last known payout is missing, not zero, until a report tells of it', async () => {
  const company = await companyWithSales()
  const open = { code: newId(), day: '2026-10-10', state: 'to_release', expected: 8_000n } as const
  await addSettlements(company, company.shop, [open])
  const cash = async (month: string) => (await look(company, month)).opened!.live.payoutCash
  expect([await cash(august), await cash(september), await cash(october)]).toEqual([0n, 7_500n, undefined])
  await addMovements(company, company.shop, [{ at: '2026-11-03T12:00:00Z', cents: 8_000n, balance: 15_500n }])
  expect(await cash(october)).toBe(0n)
})

test('a month without a payout is closed with zero where a later payout is known, as it was shown before', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, newId())
  const productId = await addProduct(company, newId())
  await addOrders(company, shop, [
    { at: '2026-08-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30' },
  ])
  const paid = { state: 'reconciled', expected: 8_000n, released: 8_000n, releasedAt: '2026-10-05T12:00:00Z' } as const
  await addSettlements(company, shop, [{ ...paid, code: newId(), day: '2026-08-10' }])
  await signInAs(company.owner)
  expect((await look(company, august)).opened!.live.payoutCash).toBe(0n)
  expect(await close(company, august)).toMatchObject({ ok: true })
  expect((await look(company, august)).opened!.frozen!.payoutCash).toBe(0n)
})

test('months are closed in order, once, and when they are over; the last alone is opened again, with a reason', async () => {
  const company = await companyWithSales()
  expect(await close(company, september)).toMatchObject({ error: 'monthOutOfOrder' })
  expect(await close(company, '2026-07-01')).toMatchObject({ error: 'monthBeforeBooks' })
  const key = newId()
  const first = await close(company, august, key)
  expect(await close(company, august, key)).toEqual(first)
  expect(await close(company, august)).toMatchObject({ error: 'monthAlreadyClosed' })
  for (const month of [september, october]) expect(await close(company, month)).toMatchObject({ ok: true })
  const { today, next } = await look(company, october)
  const running = `${today.slice(0, 7)}-01`
  expect(await close(company, running)).toMatchObject({ error: 'monthNotOver' })
  expect(next).toBe(running > '2026-11-01' ? '2026-11-01' : null)
  expect(await reopen(company, september)).toMatchObject({ error: 'monthNotLast' })
  expect(await reopen(company, october, '')).toMatchObject({ error: 'invalidInput' })
  expect(await reopen(company, october)).toMatchObject({ ok: true })
  expect(await reopen(company, october)).toMatchObject({ error: 'monthNotClosed' })
  expect(await close(company, october)).toMatchObject({ ok: true, data: { nth: 2 } })
  const { opened } = await look(company, october)
  expect(opened!.closings).toMatchObject([
    { nth: 1, reopenReason: 'Faltava uma nota' },
    { nth: 2, reopenedAt: null },
  ])
  const auditEvents = await inspect<{ event: string }>(
    company.organizationId,
    `select event from audit_event where event like 'monthClose.%' order by id`,
  )
  expect(auditEvents.map(({ event }) => event)).toEqual([
    ...Array.from({ length: 3 }, () => 'monthClose.closed'),
    'monthClose.reopened',
    'monthClose.closed',
  ])
})

test('one of several concurrent closings of the same month succeeds, and the others learn that it is closed', async () => {
  const company = await companyWithSales()
  const answers = await Promise.all(Array.from({ length: 4 }, () => close(company, august)))
  const said = answers.map((answer) => (answer.ok ? 'closed' : answer.error))
  expect(said.toSorted()).toEqual(['closed', 'monthAlreadyClosed', 'monthAlreadyClosed', 'monthAlreadyClosed'])
})

test('a change in a closed month waits for the next one, is included once, and comes back when that is opened again', async () => {
  const company = await companyWithSales()
  await close(company, august)
  await addExpense(company, '2026-08-25', 900n)
  await addOrders(company, company.shop, [{ at: '2026-08-11T12:00:00Z', cents: 1_000n, productId: company.productId }])
  const changes = { gross: 1_000n, revenue: 1_000n, fixed: -900n, profit: 100n }
  const before = await look(company, september)
  expect(before.pending).toMatchObject([{ of: august, changes, booked: { profit: expect.any(BigInt) } }])
  expect(before.opened!.adjustments).toEqual(before.pending)
  expect((await look(company, august)).opened).toMatchObject({ frozen: { gross: 10_000n }, live: { gross: 11_000n } })
  await close(company, september)
  const after = await look(company, september)
  expect(after.pending).toEqual([])
  expect(after.opened!.adjustments).toMatchObject([{ of: august, changes, live: { gross: 11_000n } }])
  await addExpense(company, '2026-08-26', 50n)
  expect((await look(company, october)).pending).toMatchObject([{ of: august, changes: { fixed: -50n, profit: -50n } }])
  await reopen(company, september)
  expect((await look(company, september)).pending).toMatchObject([{ changes: { fixed: -950n, profit: 50n } }])
})

test('the database protects a closed month against every writer', async () => {
  const company = await companyWithSales()
  const { organizationId, legalEntityId } = company
  for (const month of [august, september]) await close(company, month)
  const asApp = (sql: string) => withOrganization({ organizationId }, (db) => db.$executeRaw`${Prisma.raw(sql)}`)
  const asOwner = (sql: string) =>
    withOwner(async (owner) => {
      await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
      await owner.query(sql)
    })
  const where = `where legal_entity_id = '${legalEntityId}'`
  const attempts = [
    `update month_close_line set amount_cents = 1 ${where}`,
    `delete from month_close_line ${where}`,
    `delete from month_close ${where}`,
    // The last month: an earlier one is also protected by the months after it.
    `update month_close set hash = '\\x00' ${where} and month = '${september}'`,
    `update month_close set reopened_at = now(), reopen_reason = 'x' ${where} and month = '${august}'`,
    `insert into month_close_line (organization_id, legal_entity_id, month, nth, of_month, line, amount_cents)
      values ('${organizationId}', '${legalEntityId}', '${august}', 1, '${august}', 'late', 1)`,
    `insert into month_close (organization_id, legal_entity_id, month, nth, hash) values ('${organizationId}', '${legalEntityId}', '2027-12-01', 1, '\\x00')`,
    `insert into month_close (organization_id, legal_entity_id, month, nth, hash) values ('${organizationId}', '${legalEntityId}', '${august}', 2, '\\x00')`,
  ]
  for (const sql of attempts) {
    await expect(asApp(sql)).rejects.toThrow()
    await expect(asOwner(sql)).rejects.toThrow(/append-only|out of order|later month/)
  }
  expect((await look(company, august)).opened!.closings).toMatchObject([{ isWhole: true, reopenedAt: null }])
  const columns = '(organization_id, legal_entity_id, month, nth, of_month, line, amount_cents)'
  const late = `insert into month_close_line ${columns} values ('${organizationId}', '${legalEntityId}', '${september}', 1, '${september}', 'late', 1)`
  const openAgain = `update month_close set reopened_at = now(), reopen_reason = 'x' ${where} and month = '${september}'`
  await expect(
    withOrganization({ organizationId }, async (db) => {
      await db.$executeRaw`${Prisma.raw(openAgain)}`
      await db.$executeRaw`${Prisma.raw(late)}`
    }),
  ).rejects.toThrow(/append-only/)
  for (const month of [september, august]) expect(await reopen(company, month)).toMatchObject({ ok: true })
  for (const month of ['1901-01-01', '2026-07-01', october])
    await expect(
      asApp(
        `insert into month_close (organization_id, legal_entity_id, month, nth, hash) values ('${organizationId}', '${legalEntityId}', '${month}', 9, '\\x00')`,
      ),
    ).rejects.toThrow(/out of order/)
  expect(await close(company, august)).toMatchObject({ ok: true, data: { nth: 2 } })
})

test('finance closes but does not open again; an accountant reads their entities alone; others see nothing', async () => {
  const company = await companyWithSales()
  const finance = await addMember(company, 'finance')
  await signInAs(finance)
  expect(await close(company, august)).toMatchObject({ ok: true })
  expect(await reopen(company, august)).toMatchObject({ error: 'permissionDenied' })
  await signInAs(await addMember(company, 'accountant'))
  expect(await close(company, september)).toMatchObject({ error: 'permissionDenied' })
  const other = newId()
  await withOrganization({ organizationId: company.organizationId }, (db) =>
    db.legalEntity.create({
      data: { organizationId: company.organizationId, id: other, name: 'A outra' },
      select: { id: true },
    }),
  )
  const accountant = {
    ...viewerOf(company.owner),
    role: 'accountant' as const,
    legalEntityIds: [company.legalEntityId],
  }
  const seen = await getMonthClosesFor(accountant, { entity: other, month: august })
  expect(seen).toMatchObject({ entity: { id: company.legalEntityId }, opened: { frozen: { gross: 10_000n } } })
  expect(seen).toMatchObject({ may: { close: false, reopen: false, download: true } })
  const elsewhere = await getMonthClosesFor({ ...accountant, legalEntityIds: [other] }, { month: august })
  expect(elsewhere).toMatchObject({ entity: { id: other }, months: [], opened: null })
  const stranger = await createTestOrganization()
  expect(await getMonthClosesFor(viewerOf(stranger.owner), { entity: company.legalEntityId })).toMatchObject({
    months: [],
  })
  await expect(getMonthClosesFor({ ...viewerOf(company.owner), role: 'operator' }, {})).rejects.toMatchObject({
    code: 'permissionDenied',
  })
})

test('before closing the page lists the missing parts of the month', async () => {
  const company = await companyWithSales()
  await addExpense(company, '2026-08-20', 700n)
  await inspect(company.organizationId, 'DELETE FROM reconcile_due')
  const { prechecks } = (await look(company, august)).opened!
  expect(Object.fromEntries(prechecks.map(({ kind, count, cents }) => [kind, { count, cents }]))).toEqual({
    ads: { count: 21, cents: null },
    differences: { count: 1, cents: -500n },
    documents: { count: 1, cents: 10_000n },
    pending: { count: 1, cents: 700n },
    untaxed: { count: null, cents: 10_000n },
  })
  expect(prechecks.every(({ href }) => href?.startsWith('/dashboard/'))).toBe(true)
})

test('before closing a shop whose ads count as zero without a word is counted, until it is set not to advertise', async () => {
  const company = await companyWithSales()
  const shop = await addShop(company, newId())
  await addOrders(company, shop, [{ at: '2026-08-10T12:00:00Z', cents: 10_000n, productId: company.productId }])
  const countOf = async () =>
    (await look(company, august)).opened!.prechecks.find(({ kind }) => kind === 'adsUnsaid')?.count
  expect(await countOf()).toBe(1)
  await inspect(company.organizationId, `UPDATE shop SET no_ads_from = '2026-01-01' WHERE id = $1`, [shop])
  expect(await countOf()).toBeUndefined()
})

test('before closing, products whose costs are still on their way to orders of the month are counted', async () => {
  const company = await companyWithSales()
  const countOf = async () =>
    (await look(company, august)).opened!.prechecks.find(({ kind }) => kind === 'recosting')?.count
  const run = (fromDay: string, state: string) =>
    inspect(
      company.organizationId,
      `INSERT INTO recost_run (organization_id, id, product_id, from_day, state, total) VALUES ($1, gen_random_uuid(), $2, $3, $4, 9)`,
      [company.organizationId, company.productId, fromDay, state],
    )
  await run('2026-09-01', 'running')
  await run('2026-01-01', 'done')
  expect(await countOf()).toBeUndefined()
  await run('2026-08-31', 'waiting')
  await run('2026-01-01', 'running')
  expect(await countOf()).toBe(1)
})

test('a count before closing is the number of rows behind its link', async () => {
  const company = await companyWithSales()
  const settlement = { day: '2026-08-12', expected: 5_000n, released: null }
  await addSettlements(company, company.shop, [
    { ...settlement, code: newId(), state: 'late' },
    { ...settlement, code: newId(), state: 'to_release' },
    { ...settlement, code: newId(), day: '2026-09-12', state: 'late' },
  ])
  await addOrders(company, company.shop, [
    { at: '2026-08-11T12:00:00Z', cents: 1_000n, status: 'pending', productId: company.productId },
    { at: '2026-08-12T12:00:00Z', cents: 1_000n, status: 'confirmed', productId: company.productId },
  ])
  await addExpense(company, '2026-08-20', 700n)
  await addExpense(company, '2026-09-20', 800n)
  const { prechecks } = (await look(company, august)).opened!
  const viewer = { ...viewerOf(company.owner), userId: company.owner.userId!, legalEntityIds: null }
  const rowsOf: Record<string, (query: Record<string, string>) => Promise<number>> = {
    unsettled: async (query) => (await getReconciliationFor(viewer, query)).page.rows.length,
    differences: async (query) => (await getReconciliationFor(viewer, query)).page.rows.length,
    documents: async (query) => (await getShownOrderListFor(viewer, query)).page.rows.length,
    pending: async (query) => (await getExpenseListFor(viewer, query, { path: companyExpensesPath })).page.rows.length,
  }
  const counted = prechecks.filter(({ kind }) => kind in rowsOf)
  expect(counted.map(({ kind, count }) => [kind, count])).toEqual([
    ['unsettled', 2],
    ['differences', 2],
    ['documents', 1],
    ['pending', 1],
  ])
  for (const { kind, count, href } of counted) {
    const query = Object.fromEntries(new URLSearchParams(href!.split('?')[1]))
    expect([kind, await rowsOf[kind]!(query)]).toEqual([kind, count])
  }
})

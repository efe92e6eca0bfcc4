import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { getReconciliationFor } from '../reconciliation/views'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addMovements, addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { getPayoutsFor } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const viewer = ({ owner }: TestOrganization) => ({
  ...owner,
  role: 'owner' as const,
  legalEntityIds: null,
  timeZone: 'America/Sao_Paulo',
})
const look = (company: TestOrganization, query: Record<string, string> = {}) =>
  getPayoutsFor(viewer(company), query, { now })

test('a delivered order is expected on its usual day, past it on the last one; one on its way on an estimated day, never sooner than the rule lets it', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  await addMovements(company, shop, [{ at: '2026-11-20T12:00:00Z', cents: 2_000n, balance: 2_000n }])
  await addSettlements(company, shop, [
    { code: 'RULE', expectedOn: '2026-11-24', dueOn: '2026-11-27', expected: 100n },
    { code: 'PASSED', expectedOn: '2026-11-20', dueOn: '2026-11-23', expected: 20n },
    { code: 'WAY', expectedOn: '2026-12-02', expected: 3n },
    { code: 'SLOW', expectedOn: '2026-11-15', expected: 4n },
    { code: 'LOST', expectedOn: '2026-10-01', expected: 50n },
  ])
  const view = await look(company)
  const dayFigures = (day: string) => {
    const { orders, inCents, estimatedCents } = view.cash.days.find((one) => one.day === day)!
    return [orders, inCents, estimatedCents]
  }
  expect([
    dayFigures('2026-11-24'),
    dayFigures('2026-11-23'),
    dayFigures('2026-12-02'),
    dayFigures('2026-11-30'),
  ]).toEqual([
    [1n, 100n, 0n],
    [1n, 20n, 0n],
    [1n, 3n, 3n],
    [1n, 4n, 4n],
  ])
  expect(view.cash.toCome.overdue).toMatchObject({ orders: 1n, cents: 50n })
  // Each sum is that of its rows, and all of them that of the reconciliation's cards.
  for (const { day, inCents, orders, estimatedCents } of view.cash.days) {
    const { page, listed } = await look(company, { due: day })
    expect([day, page.rows.length, listed.cents, listed.estimatedCents]).toEqual([
      day,
      Number(orders),
      inCents,
      estimatedCents,
    ])
    expect(page.rows.reduce((sum, { toComeCents }) => sum + (toComeCents ?? 0n), 0n)).toBe(inCents)
  }
  for (const from of ['2026-11-21', '2026-11-28']) {
    const to = addDays(from, 6)
    const inWeek = view.cash.days.filter(({ day }) => day >= from && day <= to)
    const { page, listed } = await look(company, { due: `${from}_${to}` })
    expect(listed.cents).toBe(inWeek.reduce((sum, { inCents }) => sum + inCents, 0n))
    expect(page.rows.reduce((sum, { toComeCents }) => sum + (toComeCents ?? 0n), 0n)).toBe(listed.cents)
    expect(BigInt(page.rows.length)).toBe(inWeek.reduce((sum, { orders }) => sum + orders, 0n))
  }
  const rows = (await look(company, { due: 'within' })).page.rows
  expect(rows.find(({ code }) => code === 'WAY')).toMatchObject({
    expectedOn: '2026-12-02',
    isEstimate: true,
    dueOn: null,
  })
  expect(rows.map(({ code }) => code)).not.toContain('LOST')
  expect((await look(company, { due: 'overdue' })).page.rows).toMatchObject([{ code: 'LOST', isOverdue: true }])
  const { totals, nextDue } = await getReconciliationFor(
    viewer(company),
    { period: 'all', state: 'to_release,partly_released' },
    { now },
  )
  expect(view.listed.cents).toBe(totals.expectedCents - totals.releasedCents - totals.adjustedCents)
  const first = view.cash.days.find(({ orders }) => orders > 0n)!
  expect(nextDue).toEqual({ day: first.day, cents: first.inCents })
  const bill = { description: 'Aluguel', amountCents: 100_000n, kind: 'fixed', dueOn: new Date('2026-11-30') } as const
  await withOrganization(company.owner, (db) =>
    db.expense.create({
      data: { ...bill, organizationId: company.organizationId, id: newId() },
      select: { id: true },
    }),
  )
  expect((await look(company)).cash.shortage).toMatchObject({ day: '2026-11-30', estimatedCents: 4n })
})

import { withOrganization, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addMovements, addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { openCases } from '../cases/open-cases'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { horizonOf } from './filters'
import { getPayoutsFor, type PayoutsView } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const viewer = (
  { owner }: TestOrganization,
  role: Actor['role'] = 'owner',
  legalEntityIds: string[] | null = null,
) => ({
  ...owner,
  role,
  legalEntityIds,
  timeZone: 'America/Sao_Paulo',
})
const look = (company: TestOrganization, query: Record<string, string> = {}) =>
  getPayoutsFor(viewer(company), query, { now })
const addExpense = ({ organizationId, owner }: TestOrganization, dueOn: string, cents: bigint, data = {}) =>
  withOrganization(owner, (db) =>
    db.expense.create({
      data: {
        organizationId,
        id: newId(),
        description: `Conta de ${dueOn}`,
        amountCents: cents,
        kind: 'fixed',
        dueOn: new Date(dueOn),
        ...data,
      },
      select: { id: true },
    }),
  )
const dayOf = ({ cash }: PayoutsView, day: string) => cash.days.find((one) => one.day === day)!

async function withMoney() {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  await addMovements(company, shop, [
    { at: '2026-11-20T12:00:00Z', cents: 5_000n, balance: 5_000n },
    { at: '2026-11-20T13:00:00Z', cents: -3_000n, balance: 2_000n, kind: 'withdrawal' },
  ])
  await addSettlements(company, shop, [
    { code: 'A', dueOn: '2026-11-25', expected: 4_000n },
    { code: 'B', dueOn: '2026-11-25', expected: 2_500n },
    { code: 'C', dueOn: '2026-12-01', expected: 10_000n, released: 6_000n, state: 'partly_released' },
    { code: 'D', expected: 7_000n },
    { code: 'E', expected: null, dueOn: '2026-11-27' },
    { code: 'F', dueOn: '2027-02-01', expected: 1_100n },
    { code: 'G', dueOn: '2026-11-10', expected: 900n, state: 'late', causes: [{ cause: 'late', amount: -900n }] },
    { code: 'H', dueOn: '2026-11-19', expected: 300n },
    {
      code: 'I',
      dueOn: '2026-11-18',
      expected: 800n,
      released: 800n,
      state: 'reconciled',
      releasedAt: '2026-11-18T12:00:00Z',
    },
  ])
  return { company, shop }
}

test('expected income stands on its due day; late, undated and later amounts are apart', async () => {
  const { company } = await withMoney()
  const view = await look(company)
  expect(dayOf(view, '2026-11-25')).toMatchObject({ orders: 2n, inCents: 6_500n })
  // Not late yet by the platform's rule: on Saturday the 21st it comes on Monday.
  expect(dayOf(view, '2026-11-23')).toMatchObject({ orders: 1n, inCents: 300n })
  expect(dayOf(view, '2026-11-27')).toMatchObject({ orders: 1n, unknown: 1n, inCents: 0n })
  expect(view.cash.toCome).toMatchObject({
    none: { orders: 1n, cents: 7_000n },
    later: { orders: 1n, cents: 1_100n },
    late: { orders: 1n, cents: 900n },
  })
})

test('an amount long overdue and on no statement is apart: no day brings it, the shortage does not count it, the dashboard shows it', async () => {
  const { company, shop } = await withMoney()
  await addSettlements(company, shop, [
    { code: 'OLD', dueOn: '2018-09-12', expected: 32_136_558n },
    { code: 'PAST', dueOn: '2026-11-17', expected: 500n },
    { code: 'JUST', dueOn: '2026-11-18', expected: 40n },
  ])
  await addExpense(company, '2026-11-26', 12_000n)
  const view = await look(company)
  expect(view.cash.toCome.overdue).toMatchObject({ orders: 2n, unknown: 0n, cents: 32_137_058n })
  expect(dayOf(view, '2026-11-23')).toMatchObject({ orders: 2n, inCents: 340n })
  expect(view.cash.shortage).toMatchObject({ day: '2026-11-26', shortCents: 3_160n })
  const codesOf = async (due: string) => (await look(company, { due })).page.rows.map(({ code }) => code)
  expect([await codesOf('overdue'), await codesOf('2026-11-23')]).toEqual([
    ['OLD', 'PAST'],
    ['JUST', 'H'],
  ])
  expect((await getAttentionFor(viewer(company), now)).money).toMatchObject({
    shortDay: '2026-11-26',
    overduePayouts: 2n,
    overduePayoutsCents: 32_137_058n,
  })
})

test('amounts that the platform will deduct count against its payouts, as in the reconciliation; the list shows its sum', async () => {
  const { company, shop } = await withMoney()
  await addSettlements(company, shop, [{ code: 'MINUS', dueOn: '2026-11-25', expected: -700n }])
  const view = await look(company, { due: 'within' })
  expect(dayOf(view, '2026-11-25')).toMatchObject({ orders: 3n, inCents: 5_800n })
  // H, A, B, MINUS, E and C, where E's amount is unknown.
  expect(view.listed).toEqual({ orders: 6n, unknown: 1n, cents: 10_100n, estimatedCents: 0n })
  const cents = Object.fromEntries(view.page.rows.map(({ code, toComeCents }) => [code, toComeCents]))
  expect(cents).toEqual({ H: 300n, A: 4_000n, B: 2_500n, MINUS: -700n, E: null, C: 4_000n })
  const all = await look(company)
  const [held] = await inspect<{ cents: string }>(
    company.organizationId,
    `select sum(expected_cents - released_cents - adjusted_cents)::text as cents from settlement_day where state in ('to_release', 'partly_released')`,
  )
  expect(String(all.listed.cents)).toBe(held!.cents)
})

test('an early payout counts once: of its order only the rest is to come', async () => {
  const { company } = await withMoney()
  expect(dayOf(await look(company), '2026-12-01')).toMatchObject({ orders: 1n, inCents: 4_000n })
})

test('every sum is that of the rows that it opens, page by page', async () => {
  const { company } = await withMoney()
  const view = await look(company)
  const { none, later, late } = view.cash.toCome
  const sums = {
    none,
    later,
    late,
    ...Object.fromEntries(view.cash.days.map((day) => [day.day, { ...day, cents: day.inCents }])),
  }
  for (const [due, sum] of Object.entries(sums)) {
    const rows = (await look(company, { due })).page.rows
    expect({
      due,
      orders: BigInt(rows.length),
      cents: rows.reduce((all, { toComeCents }) => all + (toComeCents ?? 0n), 0n),
    }).toEqual({
      due,
      orders: sum.orders,
      cents: sum.cents,
    })
  }
  const seen: string[] = []
  for (let after = ''; ;) {
    const { page } = await getPayoutsFor(viewer(company), after ? { after } : {}, { now, size: 2 })
    seen.push(...page.rows.map(({ code }) => code))
    if (!page.next) break
    after = page.next
  }
  expect([seen[0], seen.slice(1, 3).toSorted(), seen.slice(3)]).toEqual(['H', ['A', 'B'], ['E', 'C', 'F', 'D']])
})

test('the sum of any days is that of their rows: after the days ahead, and of three centuries', async () => {
  const { company } = await withMoney()
  const listed = async (due: string) => {
    const { page, listed: sum } = await look(company, { due, days: '14' })
    expect(page.rows.reduce((all, { toComeCents }) => all + (toComeCents ?? 0n), 0n)).toBe(sum.cents)
    return [
      page.rows
        .map(({ code }) => code)
        .toSorted()
        .join(''),
      Number(sum.orders),
      sum.cents,
    ]
  }
  expect(await listed('2027-02-01')).toEqual(['F', 1, 1_100n])
  expect(await listed('2026-12-01_2027-02-01')).toEqual(['CF', 2, 5_100n])
  expect(await listed('1900-01-01_2199-12-31')).toEqual(['ABCEFH', 6, 11_900n])
})

test('the shortage names the day, the amount and what makes it; the day before there is none', async () => {
  const { company } = await withMoney()
  expect((await look(company)).cash.shortage).toBeNull()
  await addExpense(company, '2026-11-26', 12_000n)
  // 20.00 in the wallet + 3.00 + 65.00 that came up to then − 120.00
  const { cash } = await look(company)
  expect(cash.shortage).toMatchObject({
    day: '2026-11-26',
    shortCents: 3_200n,
    inCents: 6_800n,
    outCents: 12_000n,
    backOn: '2026-12-01',
  })
  expect(cash.shortage!.biggest).toEqual([{ name: 'Conta de 2026-11-26', cents: 12_000n }])
  expect(cash.days.find(({ day }) => day === '2026-11-25')!.leftCents).toBe(8_800n)
  expect((await look(company, { elsewhere: '3200' })).cash.shortage).toBeNull()
})

test('an overdue expense is to be paid today; a paid or deleted one is not', async () => {
  const { company } = await withMoney()
  await addExpense(company, '2026-11-10', 2_400n)
  await addExpense(company, '2026-11-10', 9_900n, { status: 'paid', paidOn: new Date('2026-11-10') })
  await addExpense(company, '2026-11-22', 9_900n, { voidedAt: now })
  const view = await look(company)
  const { cash } = view
  expect(dayOf(view, '2026-11-22')).toMatchObject({ expenses: 0n, outCents: 0n })
  expect(cash.overdue).toEqual({ count: 1n, cents: 2_400n })
  expect(cash.shortage).toMatchObject({ day: '2026-11-21', shortCents: 400n })
})

test('without a known balance nothing is said to be left or short', async () => {
  const company = await createTestOrganization()
  await addSettlements(company, await addShop(company, 'Loja'), [{ code: 'A', dueOn: '2026-11-25' }])
  await addExpense(company, '2026-11-22', 99_999n)
  const { cash } = await look(company)
  expect(cash).toMatchObject({ startCents: null, unknown: ['Loja'], shortage: null })
  expect(cash.days.every(({ leftCents }) => leftCents === null)).toBe(true)
})

test('received is by the wallet, of shops without one by what was released; the advance is a part of it', async () => {
  const { company, shop } = await withMoney()
  await addMovements(company, shop, [
    { at: '2026-11-19T03:30:00Z', cents: 700n, kind: 'early_payout' },
    { at: '2026-11-19T04:30:00Z', cents: -50n, kind: 'early_payout_fee' },
  ])
  const other = await addShop(company, 'Sem carteira')
  await addSettlements(company, other, [
    { code: 'Z', state: 'reconciled', expected: 400n, released: 400n, releasedAt: '2026-11-20T02:00:00Z' },
  ])
  const { received } = await look(company)
  expect(received).toEqual({
    days: [
      // From the order that was released before the wallet's first movement.
      { day: '2026-11-18', cents: 800n, earlyCents: 0n },
      { day: '2026-11-19', cents: 1_100n, earlyCents: 700n },
      { day: '2026-11-20', cents: 5_000n, earlyCents: 0n },
    ],
    shops: 2,
    withoutWallet: ['Loja', 'Sem carteira'],
    knownUntil: '2026-11-20',
  })
})

test('income before a wallet’s first movement stays, by the releases of its orders', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const paid = { state: 'reconciled' as const, expected: 5_000n, released: 5_000n }
  await addSettlements(company, shop, [
    { ...paid, code: 'AUG', releasedAt: '2026-08-10T12:00:00Z' },
    { ...paid, code: 'NOV', releasedAt: '2026-11-20T12:00:00Z' },
  ])
  const query = { period: 'custom', from: '2026-08-01', to: '2026-11-21' }
  const august = { day: '2026-08-10', cents: 5_000n, earlyCents: 0n }
  expect((await look(company, query)).received.days[0]).toEqual(august)
  await addMovements(company, shop, [{ at: '2026-11-20T12:00:00Z', cents: 5_000n, code: 'NOV' }])
  expect((await look(company, query)).received).toEqual({
    days: [august, { day: '2026-11-20', cents: 5_000n, earlyCents: 0n }],
    shops: 1,
    withoutWallet: ['Loja'],
    knownUntil: '2026-11-20',
  })
})

test('an order paid once before a wallet’s first movement and once after it has a day for each', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const paid = { state: 'reconciled' as const, releasedAt: '2026-11-20T12:00:00Z' }
  await addSettlements(company, shopId, [
    { ...paid, code: 'TWICE', expected: 6_000n, released: 6_000n },
    { ...paid, code: 'ONCE', expected: 700n, released: 700n },
  ])
  await addMovements(company, shopId, [
    { at: '2026-11-18T12:00:00Z', cents: 700n, code: 'ONCE' },
    { at: '2026-11-20T12:00:00Z', cents: 1_000n, code: 'TWICE' },
  ])
  const rows = [
    { code: 'TWICE', key: '', amount: 5_000, at: '2026-08-10T12:00:00Z', source: 'file' },
    { code: 'TWICE', key: '', amount: 1_000, at: '2026-11-20T12:00:00Z', source: 'file' },
    { code: 'ONCE', key: '', amount: 700, at: '2026-11-17T12:00:00Z', source: 'file' },
  ]
  await asWorker(() =>
    withOrganization(
      company.owner,
      (db) => db.$queryRaw`SELECT write_releases(${shopId}::uuid, ${JSON.stringify(rows)}::jsonb)`,
    ),
  )
  const received = async (from: string, to: string) =>
    (await look(company, { period: 'custom', from, to })).received.days.map(({ day, cents }) => `${day} ${cents}`)
  expect(await received('2026-08-01', '2026-11-21')).toEqual(['2026-08-10 5000', '2026-11-18 700', '2026-11-20 1000'])
  expect(await received('2026-08-01', '2026-08-31')).toEqual(['2026-08-10 5000'])
  expect(await received('2026-09-01', '2026-11-21')).toEqual(['2026-11-18 700', '2026-11-20 1000'])
})

test('income after a wallet’s last day comes by the releases of its orders, less what the wallet has of them', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const paid = { state: 'reconciled' as const, expected: 5_000n, released: 5_000n }
  await addMovements(company, shop, [{ at: '2026-09-20T12:00:00Z', cents: 3_000n, code: 'TWICE' }])
  await addSettlements(company, shop, [
    { ...paid, code: 'SAME', releasedAt: '2026-09-20T20:00:00Z' },
    { ...paid, code: 'TWICE', releasedAt: '2026-10-05T12:00:00Z' },
    { ...paid, code: 'OCT', releasedAt: '2026-10-05T12:00:00Z' },
  ])
  const { received } = await look(company, { period: 'custom', from: '2026-09-01', to: '2026-10-31' })
  expect(received).toEqual({
    days: [
      { day: '2026-09-20', cents: 3_000n, earlyCents: 0n },
      { day: '2026-10-05', cents: 7_000n, earlyCents: 0n },
    ],
    shops: 1,
    withoutWallet: ['Loja'],
    knownUntil: '2026-10-05',
  })
})

test('the days of the wallet are the sums of its movements, whatever was changed or taken away', async () => {
  const { company, shop } = await withMoney()
  const { organizationId } = company
  await inspect(
    organizationId,
    `update wallet_transaction set amount_cents = 4000, kind = 'adjustment' where amount_cents = 5000`,
  )
  await inspect(organizationId, `delete from wallet_transaction where amount_cents = -3000`)
  const days = await inspect(
    organizationId,
    `select kind, movements::int, in_cents::int, out_cents::int from wallet_day where shop_id = $1 and movements > 0`,
    [shop],
  )
  expect(days).toEqual([{ kind: 'adjustment', movements: 1, in_cents: 4_000, out_cents: 0 }])
})

test('nothing of another company is counted, and an accountant’s own entities alone', async () => {
  const { company } = await withMoney()
  const mine = await createTestOrganization()
  const empty = await look(mine)
  expect(empty.page.rows).toEqual([])
  expect(empty.cash).toMatchObject({ startCents: null, toCome: { days: [], late: { orders: 0n } } })
  const other = newId()
  await withOrganization(company.owner, (db) =>
    db.legalEntity.create({
      data: { organizationId: company.organizationId, id: other, name: 'Outra' },
      select: { id: true },
    }),
  )
  const seen = await getPayoutsFor(viewer(company, 'accountant', [other]), {}, { now })
  expect(seen.page.rows).toEqual([])
  expect(seen.cash).toMatchObject({ startCents: null, toCome: { days: [], late: { orders: 0n } } })
  expect(seen.received.days).toEqual([])
  const whole = await getPayoutsFor(viewer(company, 'accountant', [company.legalEntityId]), {}, { now })
  expect(whole.page.rows).toHaveLength(7)
})

test.each(['operator', 'viewer'] as const)('%s may not read it', async (role) => {
  const company = await createTestOrganization()
  await expect(getPayoutsFor(viewer(company, role), {}, { now })).rejects.toThrow('permissionDenied')
})

test('the days shown begin today', () => {
  expect(horizonOf({ days: 14 }, '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-12-04' })
})

test('the dashboard shows readers of money the coming shortage, late payouts and unclaimed differences', async () => {
  const { company, shop } = await withMoney()
  const causes = [{ cause: 'freight' as const, amount: -1_000n }]
  const ids = await addSettlements(company, shop, [
    { code: 'U', state: 'underpaid', expected: 5_000n, released: 4_000n, causes },
    { code: 'V', state: 'underpaid', expected: 5_000n, released: 4_001n },
  ])
  await addExpense(company, '2026-11-26', 12_000n)
  expect((await getAttentionFor(viewer(company), now)).money).toEqual({
    shortDay: '2026-11-26',
    shortCents: 3_200n,
    shortEstimatedCents: 0n,
    latePayouts: 1n,
    latePayoutsCents: 900n,
    overduePayouts: 0n,
    overduePayoutsCents: 0n,
    unclaimed: 1n,
    unclaimedCents: 1_000n,
  })
  expect((await getAttentionFor(viewer(company, 'operator'), now)).money).toBeUndefined()
  await openCases(company.owner, {
    protocol: null,
    deadline: null,
    ownerId: null,
    fileIds: [],
    reason: 'Frete cobrado a mais',
    picks: [{ settlementId: ids.U!, cause: 'freight' }],
  })
  expect((await getAttentionFor(viewer(company), now)).money).toMatchObject({ unclaimed: 0n, unclaimedCents: 0n })
})

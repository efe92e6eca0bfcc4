import { addDays, addMonths, startOfMonth } from '@/lib/core/dates'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { companyToday, plantDifference, plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { changeAsOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { withOrganization } from '@/lib/core/db'
import { readSettlementFilters } from '../reconciliation/filters'
import { listSettlements } from '../reconciliation/queries'
import { moveCase } from './change-case'
import { fileBy } from './deadlines'
import { foundHref } from './found'
import { openCases, writeOff } from './open-cases'
import { outcomeNames, outcomes } from './outcomes'
import { getRecoveredFor } from './recovered'
import { getCasesFor } from './views'

const timeZone = 'America/Sao_Paulo'
const thisMonth = startOfMonth(companyToday())
const lastMonth = addMonths(thisMonth, -1)

let mine: TestOrganization
beforeEach(async () => void (mine = await createTestOrganization()))
const viewer = () => ({ ...mine.owner, timeZone })

async function open(shop: string, protocol: string | null = null): Promise<string> {
  const { settlementId, cause } = await plantDifference(mine, shop)
  const given = { reason: 'Frete', protocol, deadline: null, ownerId: null, fileIds: [] }
  return (await openCases(mine.owner, { picks: [{ settlementId, cause }], ...given })).cases[0]!.id
}
const move = (id: string, version: number, to: 'denied' | 'paid', recoveredCents: bigint | null = null) =>
  moveCase(mine.owner, { id, version, to, protocol: null, note: 'ok', recoveredCents } as Parameters<
    typeof moveCase
  >[1])
const change = (id: string, sql: string) =>
  changeAsOwner(mine.organizationId, `UPDATE recovery_case SET ${sql} WHERE organization_id = $1 AND id = $2`, [
    mine.organizationId,
    id,
  ])

test('by month and shop each case is in one sum, and each sum is what its link lists and says above its rows', async () => {
  const [first, second] = [await addShop(mine, 'Casa'), await addShop(mine, 'Festa')]
  const paid = await open(first, 'P-1')
  await move(paid, 1, 'paid', 1000n)
  await change(paid, "closed_at = opened_at + interval '36 hours'")
  const denied = await open(first, 'P-2')
  await move(denied, 1, 'denied')
  await open(first)
  const lost = await open(second)
  // One o'clock of the first day in UTC is still the evening before in São Paulo.
  await change(lost, `state = 'expired', closed_at = now(), opened_at = '${thisMonth}T01:00:00Z'`)
  await open(second, 'P-3')
  // A surplus that is accepted was never asked for.
  const causes = [{ cause: 'released_more' as const, amount: 50 }]
  const surplus = { shop: first, code: 'SURPLUS', expected: 100, released: 150, state: 'overpaid' as const, causes }
  const { SURPLUS: settlementId } = await plantSettlements(mine, [surplus])
  await writeOff(mine.owner, { picks: [{ settlementId: settlementId!, cause: 'released_more' }], reason: 'ok' })
  const recovered = await getRecoveredFor(viewer())
  const cellsOf = (row: (typeof recovered.rows)[number]) =>
    outcomeNames.flatMap((name) => (row[name].cases > 0 ? [`${name} ${row[name].cases} ${row[name].cents}`] : []))
  expect(
    recovered.rows.map((row) => [
      row.month,
      row.shopName,
      row.askedCents,
      row.hours && Math.round(row.hours),
      ...cellsOf(row),
    ]),
  ).toEqual([
    [thisMonth, 'Casa', 3720n, 36, 'todo 1 1240', 'recovered 1 1000', 'refused 1 1240'],
    [thisMonth, 'Festa', 1240n, null, 'waiting 1 1240'],
    [lastMonth, 'Festa', 1240n, null, 'lost 1 1240'],
  ])
  expect([
    recovered.totals.askedCents,
    recovered.totals.cases,
    Math.round(recovered.totals.hours!),
    recovered.since,
  ]).toEqual([6200n, 5, 36, lastMonth])
  for (const row of recovered.rows)
    // The sum of accepted ones has no link: its list has surpluses too.
    for (const name of outcomeNames.filter((one) => one !== 'accepted')) {
      const { tab, states } = outcomes[name]
      const query = { tab, state: tab === 'closed' ? states[0] : '', month: row.month, shop: row.shopId }
      const { page, listed } = await getCasesFor(viewer(), query)
      const sum = page.rows.reduce(
        (all, one) => all + (name === 'recovered' ? one.recoveredCents : one.amountCents),
        0n,
      )
      expect([name, page.rows.length, sum]).toEqual([name, row[name].cases, row[name].cents])
      // The page says them above its rows.
      expect([listed.cases, name === 'recovered' ? listed.recoveredCents : listed.askedCents]).toEqual([
        row[name].cases,
        row[name].cents,
      ])
    }
})

test('the hours count from the first claim, and from the opening of a case that was paid without one', async () => {
  const [filed, never] = [await open(await addShop(mine, 'Casa')), await open(await addShop(mine, 'Festa'))]
  const step = { protocol: null, recoveredCents: null, deadline: null, note: null }
  await moveCase(mine.owner, { ...step, id: filed, version: 1, to: 'filed' })
  await moveCase(mine.owner, { ...step, id: filed, version: 2, to: 'in_review' })
  await move(filed, 3, 'paid', 1000n)
  await move(never, 1, 'paid', 1000n)
  const hoursAgo: Record<string, number> = { detected: 100, filed: 30, in_review: 12, paid: 6 }
  for (const [state, hours] of Object.entries(hoursAgo))
    await changeAsOwner(
      mine.organizationId,
      `UPDATE case_event SET at = now() - make_interval(hours => $2) WHERE organization_id = $1 AND state = $3::"CaseState"`,
      [mine.organizationId, hours, state],
    )
  for (const id of [filed, never])
    await change(id, `opened_at = now() - interval '100 hours', closed_at = now() - interval '6 hours'`)
  const { rows, totals } = await getRecoveredFor(viewer())
  expect(rows.map(({ shopName, hours }) => [shopName, Math.round(hours!)])).toEqual([
    ['Casa', 24],
    ['Festa', 94],
  ])
  expect(Math.round(totals.hours!)).toBe(59)
})

test('a difference is found until a case asks for it, in the sum whose link lists its order', async () => {
  const [first, second] = [await addShop(mine, 'Casa'), await addShop(mine, 'Festa')]
  const late = {
    state: 'late' as const,
    released: null,
    expected: 900,
    causes: [{ cause: 'late' as const, amount: -900 }],
  }
  const short = (code: string, day: string, amount: number) => {
    const causes = [{ cause: 'freight' as const, amount: -amount }]
    return { shop: first, code, day, expected: 1000, released: 1000 - amount, causes }
  }
  const planted = [short('A', lastMonth, 3), short('B', lastMonth, 40), short('C', addMonths(lastMonth, -1), 500)]
  const ids = await plantSettlements(mine, [...planted, { ...late, shop: second, code: 'D', day: lastMonth }])
  const read = async () => (await getRecoveredFor(viewer())).found
  const found = await read()
  expect(found).toMatchObject({ orders: 4, cents: 1443n })
  expect(found.rows.map(({ month, shopName, orders, cents }) => [month, shopName, orders, cents])).toEqual([
    [lastMonth, 'Casa', 2, 43n],
    [lastMonth, 'Festa', 1, 900n],
    [addMonths(lastMonth, -1), 'Casa', 1, 500n],
  ])
  for (const row of found.rows) {
    const query = Object.fromEntries(new URL(foundHref(row), 'http://here').searchParams)
    const filters = readSettlementFilters(query, companyToday())
    const { rows } = await withOrganization(mine, (db) =>
      listSettlements(db, mine.organizationId, filters, { size: 50 }),
    )
    expect(rows).toHaveLength(row.orders)
    expect(rows.reduce((sum, { differenceCents }) => sum - differenceCents, 0n)).toBe(row.cents)
  }
  const given = { reason: 'Frete', protocol: null, deadline: null, ownerId: null, fileIds: [] }
  await openCases(mine.owner, { picks: [{ settlementId: ids.C!, cause: 'freight' }], ...given })
  await writeOff(mine.owner, { picks: [{ settlementId: ids.D!, cause: 'late' }], reason: 'ok' })
  expect((await read()).rows).toMatchObject([{ month: lastMonth, shopName: 'Casa', cents: 43n }])
})

test('an order is lost without a case once the last window of its causes is over, by month and shop', async () => {
  const shop = await addShop(mine, 'Casa')
  const day = addDays(companyToday(), -60)
  const dates = { day, dueOn: addDays(day, 10), paidOn: addDays(day, 8) }
  const at = { shop, day, dueOn: dates.dueOn, releasedAt: `${dates.paidOn}T15:00:00Z`, expected: 1000 }
  // The last one is explained by nothing.
  const orders: [string, number | null, DiscrepancyCause[]][] = [
    ['A', 990, ['adjustment']],
    ['B', 970, ['adjustment', 'service']],
    ['C', 940, ['service', 'freight']],
    ['D', null, ['late']],
    ['E', 900, []],
  ]
  await plantSettlements(
    mine,
    orders.map(([code, released, names]) => ({
      ...at,
      code,
      released,
      state: released === null ? 'late' : 'underpaid',
      causes: names.map((cause) => ({ cause, amount: cause === 'late' ? -1000 : -10 * (released === 940 ? 3 : 1) })),
    })),
  )
  const ends = Object.fromEntries(
    orders.map(([code, released, names]) => {
      const paid = { ...dates, paidOn: released === null ? null : dates.paidOn }
      const last = (names.length > 0 ? names : (['unexplained'] as const)).map((cause) => fileBy(cause, paid))
      return [code, last.toSorted().at(-1)!] as const
    }),
  )
  const endOf = (code: string) => ends[code]!
  const cents: Record<string, bigint> = { A: 10n, B: 30n, C: 60n, D: 1000n, E: 100n }
  for (const today of [...new Set(Object.keys(cents).flatMap((code) => [endOf(code), addDays(endOf(code), 1)]))]) {
    const { found } = await getRecoveredFor(viewer(), new Date(`${today}T15:00:00Z`))
    const over = Object.keys(cents).filter((code) => endOf(code) < today)
    const lapsed = { lapsedOrders: over.length, lapsedCents: over.reduce((sum, code) => sum + cents[code]!, 0n) }
    expect({ today, ...found }).toMatchObject({ today, orders: 5, cents: 1200n, ...lapsed })
    expect(found.rows).toMatchObject([{ month: startOfMonth(day), shopName: 'Casa', ...lapsed }])
  }
})

test('another company sees none of it, an accountant only their entities, and a role without the right nothing', async () => {
  await open(await addShop(mine, 'Casa'))
  const theirs = await createTestOrganization()
  await plantDifference(mine, await addShop(mine, 'Festa'))
  expect(await getRecoveredFor({ ...theirs.owner, timeZone })).toMatchObject({ rows: [], found: { rows: [] } })
  const accountant = { ...viewer(), role: 'accountant' as const, legalEntityIds: [theirs.legalEntityId] }
  expect(await getRecoveredFor(accountant)).toMatchObject({ rows: [], found: { rows: [] } })
  const operator = await addMember(mine, 'operator')
  expect(() => getRecoveredFor({ ...operator, timeZone })).toThrow(
    expect.objectContaining({ code: 'permissionDenied' }),
  )
})

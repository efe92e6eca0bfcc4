import { addMonths, startOfMonth } from '@/lib/core/dates'
import { companyToday, plantDifference, plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { changeAsOwner } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { moveCase } from './change-case'
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

test('by month and shop each case is in one sum, and each sum is what its link lists', async () => {
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
      const { rows } = (await getCasesFor(viewer(), query)).page
      const listed = rows.reduce((sum, one) => sum + (name === 'recovered' ? one.recoveredCents : one.amountCents), 0n)
      expect([name, rows.length, listed]).toEqual([name, row[name].cases, row[name].cents])
    }
})

test('another company sees none of it, an accountant only their entities, and a role without the right nothing', async () => {
  await open(await addShop(mine, 'Casa'))
  const theirs = await createTestOrganization()
  expect((await getRecoveredFor({ ...theirs.owner, timeZone })).rows).toEqual([])
  const accountant = { ...viewer(), role: 'accountant' as const, legalEntityIds: [theirs.legalEntityId] }
  expect((await getRecoveredFor(accountant)).rows).toEqual([])
  const operator = await addMember(mine, 'operator')
  expect(() => getRecoveredFor({ ...operator, timeZone })).toThrow(
    expect.objectContaining({ code: 'permissionDenied' }),
  )
})

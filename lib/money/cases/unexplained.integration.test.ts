import { readSettlementFilters } from '../reconciliation/filters'
import { listSettlements } from '../reconciliation/queries'
import { withOrganization } from '@/lib/core/db'
import type { DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { companyToday, plantSettlements, type PlantedSettlement } from '@/lib/testing/harnesses/case-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { moveCaseAction, openCasesAction, writeOffAction } from './actions'
import { getCaseFor, getCaseFrameFor } from './views'

const plain = { reason: 'Veio menos', protocol: null, deadline: null, ownerId: null, fileIds: [] }
const step = { protocol: null, recoveredCents: null, deadline: null, note: null }

let mine: TestOrganization
let shop: string
beforeEach(async () => {
  mine = await createTestOrganization()
  shop = await addShop(mine, 'Loja')
  await signInAs(mine.owner)
})
const viewer = () => ({ ...mine.owner, timeZone: 'America/Sao_Paulo' })
const plant = (...orders: Omit<PlantedSettlement, 'shop'>[]) =>
  plantSettlements(
    mine,
    orders.map((order) => ({ shop, ...order })),
  )
const pickOf = async (id: string) => (await getCaseFrameFor(viewer(), [id], null)).picks[0]!
const open = (settlementId: string, cause: DiscrepancyCause) =>
  openCasesAction(envelope(mine), { ...plain, picks: [{ settlementId, cause }] })
const accept = (settlementId: string, cause: DiscrepancyCause) =>
  writeOffAction(envelope(mine), { picks: [{ settlementId, cause }], reason: 'Conferido' })

test('an unexplained difference can be claimed as such, with its missing amount', async () => {
  const { SHORT } = await plant({ code: 'SHORT', expected: 30_198, released: 30_000 })
  expect(await pickOf(SHORT!)).toMatchObject({ cause: 'unexplained', amountCents: 198n, refusal: null })
  const { cases } = dataOf(await open(SHORT!, 'unexplained'))
  const caseView = (await getCaseFor(viewer(), cases[0]!.id))!
  expect(caseView).toMatchObject({ cause: 'unexplained', amountCents: 198n, state: 'detected', returnedCents: 0n })
  for (const figure of ['SHORT', 'R$\u00a01,98', 'Não explicado']) expect(caseView.claim).toContain(figure)
  expect(await pickOf(SHORT!)).toMatchObject({ refusal: 'inCase', caseId: caseView.id, caseState: 'detected' })
})

test('only the part that nothing explains is asked for beside a cause, and none on a rule that is not confirmed', async () => {
  const { BOTH, UNSURE } = await plant(
    { code: 'BOTH', expected: 1000, released: 600, causes: [{ cause: 'freight', amount: -300 }] },
    { code: 'UNSURE', expected: 1000, released: 900, confirmed: false },
  )
  const { cases } = dataOf(await open(BOTH!, 'unexplained'))
  expect((await getCaseFor(viewer(), cases[0]!.id))!.amountCents).toBe(100n)
  expect(await open(UNSURE!, 'unexplained')).toMatchObject({ ok: false, error: 'caseRuleUnconfirmed' })
  expect(await pickOf(UNSURE!)).toMatchObject({ refusal: 'unconfirmed' })
})

test('once a report explains it the case has nothing back yet: what the order still lacks counts', async () => {
  const { LATER } = await plant({ code: 'LATER', expected: 1000, released: 800 })
  const { cases } = dataOf(await open(LATER!, 'unexplained'))
  const again = (released: number) =>
    plant({ code: 'LATER', expected: 1000, released, causes: [{ cause: 'released_less', amount: released - 1000 }] })
  await again(800)
  expect(await getCaseFor(viewer(), cases[0]!.id)).toMatchObject({ returnedCents: 0n })
  await again(950)
  expect(await getCaseFor(viewer(), cases[0]!.id)).toMatchObject({ returnedCents: 150n })
})

test('an overpaid amount is not claimed; it is accepted with a reason, for good', async () => {
  const { MORE } = await plant({
    code: 'MORE',
    expected: 1000,
    released: 1200,
    state: 'overpaid',
    causes: [{ cause: 'released_more', amount: 200 }],
  })
  expect(await pickOf(MORE!)).toMatchObject({ cause: 'released_more', amountCents: -200n, refusal: 'surplus' })
  expect(await open(MORE!, 'released_more')).toMatchObject({ ok: false, error: 'caseNothingMissing' })
  const { cases } = dataOf(await accept(MORE!, 'released_more'))
  const id = cases[0]!.id
  expect(await getCaseFor(viewer(), id)).toMatchObject({
    state: 'written_off',
    amountCents: -200n,
    returnedCents: 0n,
    orders: [{ code: 'MORE', askedCents: -200n }],
  })
  const reopened = { ...step, id, version: 1, to: 'detected' as const, deadline: companyToday() }
  expect(await moveCaseAction(envelope(mine), reopened)).toMatchObject({ error: 'caseStepRefused' })
  await expect(
    inspect(mine.organizationId, `update recovery_case set state = 'detected' where id = $1`, [id]),
  ).rejects.toThrow('recovery_case_amounts')
})

test('a surplus that nothing explains is accepted too; what is missing by the same cause is a case apart', async () => {
  const ids = await plant(
    { code: 'OVER', expected: 1000, released: 1050, state: 'overpaid' },
    { code: 'UNDER', expected: 1000, released: 950 },
  )
  const picks = ['OVER', 'UNDER'].map((code) => ({ settlementId: ids[code]!, cause: 'unexplained' as const }))
  const { cases } = dataOf(await writeOffAction(envelope(mine), { picks, reason: 'Centavos' }))
  const amounts = await Promise.all(cases.map(async ({ id }) => (await getCaseFor(viewer(), id))!.amountCents))
  expect(amounts.toSorted()).toEqual([-50n, 50n])
})

test('the list tells orders without a case from those with one, and from accepted ones only by their state', async () => {
  const ids = await plant(
    { code: 'NONE', expected: 1000, released: 900, causes: [{ cause: 'freight', amount: -100 }] },
    { code: 'CASE', expected: 1000, released: 900, causes: [{ cause: 'freight', amount: -100 }] },
    { code: 'DONE', expected: 1000, released: 1100, state: 'overpaid', causes: [{ cause: 'wallet', amount: 100 }] },
  )
  dataOf(await open(ids.CASE!, 'freight'))
  dataOf(await accept(ids.DONE!, 'wallet'))
  const codes = (query: Record<string, string>) =>
    withOrganization(viewer(), async (db) => {
      const filters = readSettlementFilters({ period: 'all', ...query }, companyToday())
      const { rows } = await listSettlements(db, mine.organizationId, filters, { size: 10 })
      return rows.map(({ code }) => code).sort()
    })
  expect(await codes({})).toEqual(['CASE', 'DONE', 'NONE'])
  expect(await codes({ case: 'without' })).toEqual(['NONE'])
  expect(await codes({ case: 'with' })).toEqual(['CASE', 'DONE'])
  const { picks } = await getCaseFrameFor(viewer(), Object.values(ids), null)
  const states = Object.fromEntries(picks.map(({ code, caseState }) => [code, caseState]))
  expect(states).toEqual({ NONE: null, CASE: 'detected', DONE: 'written_off' })
})

import { writeOffAction } from '../cases/actions'
import { addDays } from '@/lib/core/dates'
import { companyToday, plantSettlements, type PlantedSettlement } from '@/lib/testing/harnesses/case-harness'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { getReconciliationFor } from './views'

let mine: TestOrganization
let [north, south] = ['', '']
beforeEach(async () => {
  mine = await createTestOrganization()
  ;[north, south] = [await addShop(mine, 'Norte'), await addShop(mine, 'Sul')]
  await signInAs(mine.owner)
})
const today = companyToday()
const read = (query: Record<string, string> = {}) =>
  getReconciliationFor({ ...mine.owner, timeZone: 'America/Sao_Paulo' }, query)
const plant = (...orders: PlantedSettlement[]) => plantSettlements(mine, orders)

test('an accepted amount stands beside the difference, and is no more than an order still differs by', async () => {
  const charged = { shop: north, expected: 1000, released: 400 }
  const causes = [{ cause: 'freight' as const, amount: -600 }]
  const { LESS, OPEN } = await plant({ ...charged, code: 'LESS', causes }, { ...charged, code: 'OPEN', causes })
  expect(await read()).toMatchObject({ accepted: { orders: 0n, cents: 0n }, totals: { differenceCents: -1200n } })
  const picks = [{ settlementId: LESS!, cause: 'freight' as const }]
  dataOf(await writeOffAction(envelope(mine), { picks, reason: 'Combinado' }))
  const view = await read()
  expect(view).toMatchObject({ accepted: { orders: 1n, cents: -600n }, totals: { differenceCents: -1200n } })
  expect((await read({ case: 'accepted' })).page.rows.map(({ id }) => id)).toEqual([LESS])
  expect((await read({ case: 'without' })).page.rows.map(({ id }) => id)).toEqual([OPEN])
  expect((await read({ shop: south })).accepted).toEqual({ orders: 0n, cents: 0n })
  await plant({ ...charged, code: 'LESS', released: 900, causes: [{ cause: 'freight', amount: -100 }] })
  expect((await read()).accepted).toEqual({ orders: 1n, cents: -100n })
})

test('the next payout is for the requested shop, days and states, less the part paid already', async () => {
  const [soon, later] = [addDays(today, 2), addDays(today, 5)]
  const waiting = { state: 'to_release' as const, released: null, expected: 1000 }
  await plant(
    { ...waiting, shop: north, code: 'PART', state: 'partly_released', released: 300, dueOn: soon },
    { ...waiting, shop: north, code: 'SOON', dueOn: soon },
    { ...waiting, shop: south, code: 'LATER', dueOn: later },
    { ...waiting, shop: south, code: 'OLD', dueOn: soon, day: addDays(today, -90) },
    { ...waiting, shop: south, code: 'UNKNOWN', expected: null, dueOn: addDays(today, 1) },
    { ...waiting, shop: south, code: 'PAST', state: 'late', dueOn: addDays(today, -1) },
  )
  expect((await read()).nextDue).toEqual({ day: soon, cents: 1700n })
  expect((await read({ shop: south })).nextDue).toEqual({ day: later, cents: 1000n })
  expect((await read({ shop: south, period: 'all' })).nextDue).toEqual({ day: soon, cents: 1000n })
  expect((await read({ state: 'to_release' })).nextDue).toEqual({ day: soon, cents: 1000n })
  expect((await read({ state: 'underpaid' })).nextDue).toBeNull()
})

import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf, ledgerOf, levelOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { changeOrderStatusAction, placeOrderAction, receiveOrderAction } from './actions'
import { stageOf } from './stage'
import { getOrderFor } from './views'

async function cancelledCompany(status: 'confirmed' | 'shipped' = 'shipped') {
  const { company, product } = await stockedCompany()
  const placed = await placeOrderAction(envelope(company), await orderOf(company, [[product, 4]], { status }))
  const { id } = dataOf(placed)
  dataOf(await changeOrderStatusAction(envelope(company), { id, version: 1, to: 'cancelled' }))
  return { company, product, id }
}
const viewOf = async ({ organizationId, owner }: TestOrganization, id: string, role: 'owner' | 'viewer' = 'owner') =>
  (await getOrderFor({ organizationId, userId: owner.userId!, timeZone: 'America/Sao_Paulo', role }, id))!
const line = (productId: string, sellable: number, damaged: number, missing: number) => ({
  productId,
  sellable,
  damaged,
  missing,
})
const receive = (company: TestOrganization, id: string, lines: ReturnType<typeof line>[], version = 2) =>
  receiveOrderAction(envelope(company), { id, version, lines })

const levelsOf = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `SELECT l.kind, s.on_hand::int AS on_hand FROM stock_level s JOIN stock_location l ON l.organization_id = s.organization_id AND l.id = s.location_id
     WHERE s.organization_id = $1 ORDER BY l.kind`,
    [organizationId],
  )

test('units that were sent and cancelled are away until they are received: the good ones are available again, the rest is not', async () => {
  const { company, product, id } = await cancelledCompany()
  const before = await viewOf(company, id)
  expect([stageOf(before.order), before.away]).toEqual(['returning', [expect.objectContaining({ units: 4 })]])
  dataOf(await receive(company, id, [line(product, 2, 1, 1)]))
  expect(await levelsOf(company)).toEqual([
    { kind: 'own', on_hand: 8 },
    { kind: 'damaged', on_hand: 1 },
  ])
  const after = await viewOf(company, id)
  expect([stageOf(after.order), after.away]).toEqual(['cancelled', []])
  expect(after.movements.map(({ kind }) => kind)).toContain('return')
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
})

test('it is received once, from the seen version, and every unit is accounted for', async () => {
  const { company, product, id } = await cancelledCompany()
  for (const wrong of [line(product, 4, 1, 0), line(product, 3, 0, 0)])
    expect(await receive(company, id, [wrong])).toMatchObject({ error: 'returnIncomplete' })
  expect(await receive(company, id, [line(product, 4, 0, 0), line(product, 0, 0, 0)])).toMatchObject({
    error: 'returnIncomplete',
  })
  expect(await receive(company, id, [line(product, 4, 0, 0)], 1)).toMatchObject({ error: 'staleVersion' })
  const results = await Promise.all([1, 2, 3].map(() => receive(company, id, [line(product, 4, 0, 0)])))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await receive(company, id, [line(product, 4, 0, 0)], 3)).toMatchObject({ error: 'orderNothingAway' })
  expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 0 })
  expect(await ledgerOf(company, product)).toEqual({ on_hand: 10, reserved: 0 })
})

test('an order that never left has nothing to receive', async () => {
  const { company, product, id } = await cancelledCompany('confirmed')
  expect((await viewOf(company, id)).away).toEqual([])
  expect(await receive(company, id, [line(product, 4, 0, 0)])).toMatchObject({ error: 'orderNothingAway' })
})

test('a member who packs receives it, and no member of another company', async () => {
  const { company, product, id } = await cancelledCompany()
  const other = await stockedCompany()
  expect(await receive(other.company, id, [line(product, 4, 0, 0)])).toMatchObject({ error: 'notFound' })
  expect((await viewOf(company, id, 'viewer')).away).toEqual([])
  await signInAs(await addMember(company, 'viewer'))
  expect(await receive(company, id, [line(product, 4, 0, 0)])).toMatchObject({ error: 'permissionDenied' })
  await signInAs(await addMember(company, 'operator'))
  dataOf(await receive(company, id, [line(product, 4, 0, 0)]))
})

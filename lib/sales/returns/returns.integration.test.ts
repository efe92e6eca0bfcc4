import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { writePlace } from '@/lib/core/keyset'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import {
  addParcel,
  addReturn as plantReturn,
  settleStock,
  type Planted,
  type PlantedReturn,
} from '@/lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { findReturnAction, receiveReturnAction } from './actions'
import { getReturnFor, getReturnsFor } from './views'

let company: TestOrganization
let shirt: string
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  shirt = await addStockedProduct(company, { sku: 'CAM', onHand: 10 })
})

const addReturn = (order: { orderId: string; shopId: string }, planted: Partial<PlantedReturn> = {}) =>
  plantReturn(company, order, planted)

async function shipped(changes: Partial<Planted> = {}) {
  const order = await addParcel(company, {
    items: [{ productId: shirt, quantity: 2 }],
    status: 'shipped',
    movesStock: true,
    ...changes,
  })
  await settleStock(company, order.orderId)
  return order
}

const receive = (returnId: string, result: [sellable: number, damaged: number, missing: number], version = 1) =>
  receiveReturnAction(envelope(company), {
    returnId,
    version,
    note: null,
    lines: [{ line: 1, sellable: result[0], damaged: result[1], missing: result[2] }],
  })

const levels = async (product = shirt) =>
  Object.fromEntries(
    (
      await inspect<{ kind: string; on_hand: string }>(
        company.organizationId,
        'SELECT l.kind::text AS kind, v.on_hand FROM stock_level v JOIN stock_location l ON l.id = v.location_id WHERE v.product_id = $1 ORDER BY 1',
        [product],
      )
    ).map(({ kind, on_hand }) => [kind, Number(on_hand)]),
  )

test('returned units follow the inspection: sellable to the shelf, damaged apart, missing nowhere', async () => {
  const order = await shipped({ items: [{ productId: shirt, quantity: 3 }] })
  expect(await levels()).toEqual({ own: 7 })
  const id = await addReturn(order, { quantity: 3 })
  expect(dataOf(await receive(id, [1, 1, 1]))).toMatchObject({ already: false, unbooked: 0 })
  expect(await levels()).toEqual({ own: 8, damaged: 1 })
  expect(await getReturnFor(company.owner, id)).toMatchObject({
    state: 'received',
    canReceive: false,
    version: 2,
    items: [{ sellable: 1, damaged: 1, missing: 1 }],
  })
  expect(await listAuditEvents(company, 'order.returnReceived')).toHaveLength(1)
})

test('a shipped order that fails delivery and comes back damaged never counts as sellable, cancelled or not', async () => {
  const order = await shipped()
  const id = await addReturn(order, { quantity: 2 })
  await inspect(company.organizationId, `UPDATE orders SET status = 'cancelled' WHERE id = $1`, [order.orderId])
  await settleStock(company, order.orderId)
  expect(await levels()).toEqual({ own: 8 })
  await receive(id, [0, 2, 0])
  await settleStock(company, order.orderId)
  expect(await levels()).toEqual({ own: 8, damaged: 2 })
})

test('received once: sent again, at the same time or later, nothing more is booked', async () => {
  const id = await addReturn(await shipped(), { quantity: 2 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => receive(id, [2, 0, 0])))
  expect(answers.map((one) => dataOf(one).already).filter((already) => !already)).toHaveLength(1)
  expect(dataOf(await receive(id, [0, 2, 0])).already).toBe(true)
  expect(await levels()).toEqual({ own: 10 })
})

test('never more comes back than was shipped, over all returns of the order', async () => {
  const order = await shipped()
  const [first, second, third] = [
    await addReturn(order, { quantity: 1, kind: 'with_return' }),
    await addReturn(order, { quantity: 2, kind: 'with_return' }),
    await addReturn(order, { quantity: 1, kind: 'with_return' }),
  ]
  expect(await receive(first, [1, 0, 0])).toMatchObject({ ok: true })
  expect(await receive(second, [1, 1, 0])).toMatchObject({ ok: false, error: 'returnExceedsShipped' })
  expect(await receive(second, [0, 1, 1])).toMatchObject({ ok: true })
  expect(await receive(third, [1, 0, 0])).toMatchObject({ ok: false, error: 'returnExceedsShipped' })
  expect(await levels()).toEqual({ own: 9, damaged: 1 })
})

test('an order that never left brings nothing back', async () => {
  const order = await shipped({ status: 'processing' })
  const id = await addReturn(order)
  expect(await receive(id, [1, 0, 0])).toMatchObject({ error: 'returnExceedsShipped' })
  expect(await levels()).toEqual({ own: 10 })
})

test('no more comes back of an order that left before the stock was counted than it consists of', async () => {
  const order = await shipped({ movesStock: false })
  const id = await addReturn(order, { quantity: 3 })
  expect(await receive(id, [3, 0, 0])).toMatchObject({ error: 'returnExceedsShipped' })
  expect(await receive(id, [2, 0, 1])).toMatchObject({ ok: true })
  expect(await levels()).toEqual({ own: 12 })
})

test('a kit comes back as what it consisted of when it left', async () => {
  const kit = await addStockedProduct(company, { sku: 'KIT' })
  const cap = await addStockedProduct(company, { sku: 'BON', onHand: 10 })
  const compose = (component: string, quantity: number) =>
    inspect(company.organizationId, 'INSERT INTO kit_component VALUES (current_organization(), $1, $2, $3)', [
      kit,
      component,
      quantity,
    ])
  await compose(shirt, 2)
  await compose(cap, 1)
  const order = await shipped({ items: [{ productId: kit, quantity: 2 }] })
  expect([await levels(), await levels(cap)]).toEqual([{ own: 6 }, { own: 8 }])
  await inspect(company.organizationId, 'UPDATE kit_component SET quantity = 5 WHERE kit_id = $1', [kit])
  await receive(await addReturn(order, { quantity: 2 }), [1, 1, 0])
  expect([await levels(), await levels(cap)]).toEqual([
    { own: 8, damaged: 2 },
    { own: 9, damaged: 1 },
  ])
})

test('an order shipped by the platform comes back to the platform, and a refund alone brings nothing', async () => {
  const full = await addReturn(await shipped({ fulfilledByPlatform: true, movesStock: false }))
  expect(await receive(full, [1, 0, 0])).toMatchObject({ error: 'returnNotOurs' })
  const refund = await addReturn(await shipped(), { kind: 'refund_only', state: 'open' })
  expect(await receive(refund, [1, 0, 0])).toMatchObject({ error: 'returnBringsNothing' })
  const withdrawn = await addReturn(await shipped(), { state: 'cancelled' })
  expect(await receive(withdrawn, [1, 0, 0])).toMatchObject({ error: 'returnBringsNothing' })
})

test('every unit of every line is accounted for, as the return is now', async () => {
  const id = await addReturn(await shipped(), { quantity: 2 })
  expect(await receive(id, [1, 0, 0])).toMatchObject({ error: 'returnIncomplete' })
  const none = { returnId: id, version: 1, note: null, lines: [] }
  expect(await receiveReturnAction(envelope(company), none)).toMatchObject({ error: 'returnIncomplete' })
  expect(await receive(id, [2, 0, 0], 7)).toMatchObject({ error: 'staleVersion' })
  expect(await levels()).toEqual({ own: 8 })
})

test('an unmapped item is received without stock, and that is reported', async () => {
  const order = await shipped({ items: [{ productId: null, quantity: 1, sku: 'NADA' }] })
  expect(dataOf(await receive(await addReturn(order), [1, 0, 0]))).toMatchObject({ unbooked: 1 })
})

test('the platform’s own return of a failed delivery takes the place of the one under the order’s code', async () => {
  const order = await shipped()
  const guess = await addReturn(order, { number: order.code, platformStatus: 'LOGISTICS_DELIVERY_FAILED' })
  const added = await addReturn(order, { number: '241128EDQ9YKJ0X' })
  expect((await getReturnFor(company.owner, guess))?.state).toBe('cancelled')
  expect((await getReturnsFor(company.owner, {})).page.rows.map(({ id }) => id)).toEqual([added])
  const later = await shipped()
  await addReturn(later, { number: '241128EDQ9YKJ0Y' })
  expect((await getReturnFor(company.owner, await addReturn(later, { number: later.code })))?.state).toBe('cancelled')
})

test('the list counts what is on its way back and finds a parcel by its codes', async () => {
  const order = await shipped()
  const id = await addReturn(order, { quantity: 2 })
  const list = await getReturnsFor(company.owner, { tab: 'incoming' })
  expect(list).toMatchObject({ comingBack: { units: 2, returns: 1 }, counts: { todo: 1, incoming: 1, answer: 0 } })
  for (const code of [order.code, order.tracking.toLowerCase()])
    expect(dataOf(await findReturnAction(envelope(company), { code })).returnId).toBe(id)
  expect(dataOf(await findReturnAction(envelope(company), { code: 'NADA' })).returnId).toBeNull()
  expect((await getReturnsFor(company.owner, { q: order.code })).page.rows).toHaveLength(1)
  expect((await getReturnsFor(company.owner, { q: 'OUTRO' })).page.rows).toHaveLength(0)
})

test('pages of the list follow each other by deadline without a gap', async () => {
  const order = await shipped()
  const ids: string[] = []
  for (let nth = 0; nth < 5; nth += 1) ids.push(await addReturn(order, { kind: 'refund_only', state: 'open' }))
  await inspect(company.organizationId, `UPDATE order_return SET due_at = now() WHERE id = $1`, [ids[3]])
  const seen: string[] = []
  let after: string | null = null
  do {
    const { page } = await getReturnsFor(company.owner, after ? { after } : {}, 2)
    seen.push(...page.rows.map(({ id }) => id))
    after = page.next
  } while (after)
  expect(seen[0]).toBe(ids[3])
  expect(seen.toSorted()).toEqual(ids.toSorted())
  const never = writePlace({ value: '2026-99-99 99:99:99+00', id: order.orderId })
  expect((await getReturnsFor(company.owner, { after: never })).page.rows).toHaveLength(5)
})

test.each(['finance', 'viewer', 'accountant'] as const)('%s receives nothing', async (role) => {
  const id = await addReturn(await shipped())
  await signInAs(await addMember(company, role))
  expect(await receive(id, [1, 0, 0])).toMatchObject({ error: 'permissionDenied' })
})

test('another company neither sees, finds nor receives it', async () => {
  const order = await shipped()
  const id = await addReturn(order)
  const other = await createTestOrganization()
  await signInAs(other.owner)
  const lines = [{ line: 1, sellable: 1, damaged: 0, missing: 0 }]
  expect(await receiveReturnAction(envelope(other), { returnId: id, version: 1, note: null, lines })).toMatchObject({
    error: 'notFound',
  })
  expect(await getReturnFor(other.owner, id)).toBeNull()
  expect(dataOf(await findReturnAction(envelope(other), { code: order.code })).returnId).toBeNull()
})

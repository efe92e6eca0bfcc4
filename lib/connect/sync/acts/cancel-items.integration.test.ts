import { cancelItemsAction } from '@/lib/connect/sync/actions'
import { getOrderFor } from '@/lib/sales/orders/views'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  countCalls,
  openDispatchHarness,
  placeToShip,
  readAgain,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { addMember, envelope, signInAs } from '@/lib/testing/factories/factories'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'

const { platform } = openShopHarness({ settings: { invoicesRequired: false } })

const INSTANT = 90025
let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(() => signInAs(harness.company.owner))
afterEach(() => platform().platform.pool.query('DELETE FROM fault'))

const place = (channelId = INSTANT) =>
  placeToShip(harness, 0, {
    channelId,
    items: [
      { itemId: harness.items[0]!, modelId: 0, quantity: 3 },
      { itemId: harness.items[1]!, modelId: 0, quantity: 1 },
    ],
  })
/** One of three of the first line, and the whole second. */
const cancelling = (id: string) => ({
  id,
  lines: [
    { line: 1, quantity: 3, cancelled: 1 },
    { line: 2, quantity: 1, cancelled: 1 },
  ],
})
const stateOf = async (id: string) =>
  (
    await inspect(
      harness.company.organizationId,
      `SELECT o.units, o.revenue_cents::int AS revenue, (SELECT coalesce(sum(m.reserved_delta), 0)::int FROM stock_movement m
         WHERE m.organization_id = o.organization_id AND m.source_id = o.id) AS reserved,
         (SELECT array_agg(a.event || ' ' || a.actor_kind ORDER BY a.at, a.id) FROM audit_event a
          WHERE a.organization_id = o.organization_id AND a.subject_id = o.id::text AND a.event LIKE 'order.items%') AS trail
       FROM orders o WHERE o.id = $1`,
      [id],
    )
  )[0]
const viewOf = (id: string, role: 'owner' | 'operator' = 'owner') =>
  getOrderFor(
    { ...harness.company.owner, userId: harness.company.owner.userId!, timeZone: 'America/Sao_Paulo', role } as never,
    id,
  )

test('units are cancelled at the platform once, and ours follow its next word of them', async () => {
  const order = await place()
  expect(await viewOf(order.id)).toMatchObject({ canCancelItems: true })
  expect(await viewOf(order.id, 'operator')).toMatchObject({ canCancelItems: false })
  const calls = await countCalls(harness, 'cancel_order$')
  const sent = envelope(harness.company)
  const answers = await Promise.all([1, 2, 3].map(() => cancelItemsAction(sent, cancelling(order.id))))
  expect(answers).toEqual(Array(3).fill({ ok: true, data: { orderId: order.id } }))
  expect(await calls()).toBe(1)
  expect(await stateOf(order.id)).toMatchObject({ units: 4, reserved: 4 })
  await readAgain(harness, [order.code])
  expect(await stateOf(order.id)).toEqual({
    units: 2,
    revenue: 5000,
    reserved: 2,
    trail: ['order.itemsCancellationSent person', 'order.itemsCancelled sync'],
  })
  expect(await cancelItemsAction(envelope(harness.company), cancelling(order.id))).toMatchObject({
    error: 'staleVersion',
  })
})

test('a cancellation that the platform took without saying so counts as done', async () => {
  const order = await place()
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'cancel_order$' })
  expect(await cancelItemsAction(envelope(harness.company), cancelling(order.id))).toMatchObject({ ok: true })
  await readAgain(harness, [order.code])
  expect(await stateOf(order.id)).toMatchObject({ units: 2 })
})

test('an order of which the platform allows no part to be cancelled is not offered, and not asked for', async () => {
  const order = await place(90003)
  expect(await viewOf(order.id)).toMatchObject({ canCancelItems: false })
  const calls = await countCalls(harness, 'cancel_order$')
  expect(await cancelItemsAction(envelope(harness.company), cancelling(order.id))).toMatchObject({
    error: 'partCancelRefused',
  })
  await signInAs(await addMember(harness.company, 'operator'))
  expect(await cancelItemsAction(envelope(harness.company), cancelling(order.id))).toMatchObject({
    error: 'permissionDenied',
  })
  expect(await calls()).toBe(0)
})

test('a line that the platform no longer names is neither sold nor held', async () => {
  const order = await place()
  const { pool } = platform().platform
  await pool.query('DELETE FROM order_items WHERE order_sn = $1 AND item_id = $2', [order.code, harness.items[1]])
  await pool.query('UPDATE orders SET update_time = update_time + 1 WHERE order_sn = $1', [order.code])
  await readAgain(harness, [order.code])
  expect(await stateOf(order.id)).toEqual({
    units: 3,
    revenue: 7500,
    reserved: 3,
    trail: ['order.itemsCancelled sync'],
  })
})

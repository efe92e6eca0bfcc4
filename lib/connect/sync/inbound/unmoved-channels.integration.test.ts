import { shipOrdersAction } from '@/lib/sales/dispatch/actions'
import {
  countCalls,
  openDispatchHarness,
  orderOf,
  parcelOf,
  placeToShip,
  readAgain,
  workOff,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import { callShopee } from '@/lib/shopee/transport'
import { withShopToken } from '../../shops/tokens'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
  await signInAs(harness.company.owner)
})

async function ship(orderId: string) {
  const arrangement = { shopId: harness.shopId, channelId: '90026', retry: false, method: 'pickup' as const }
  const { runId } = dataOf(
    await shipOrdersAction(envelope(harness.company), {
      selection: { orderIds: [orderId] },
      arrangements: [{ ...arrangement, addressId: `${harness.number}1`, pickupTimeId: null, branchId: null }],
    }),
  )
  return workOff(harness.company.owner, 'ship', runId)
}

test('an order of a channel that stays ready to ship is arranged once, by any sender', async () => {
  const order = await placeToShip(harness, 0, { channelId: 90026 })
  const calls = await countCalls(harness, 'logistics/ship_order$')
  expect((await ship(order.id)).problems).toEqual([])
  expect(await orderOf(harness, order.code)).toMatchObject({ platform_status: 'READY_TO_SHIP' })
  expect(await parcelOf(harness, order.code)).toMatchObject({ method: 'pickup', arranged_at: expect.any(Date) })
  expect((await ship(order.id)).problems).toEqual([])
  expect(await calls()).toBe(1)
  await inspect(harness.company.organizationId, 'UPDATE package SET arranged_at = NULL WHERE order_id = $1', [order.id])
  expect((await ship(order.id)).problems).toEqual([])
  expect(await calls()).toBe(1)
  expect(await parcelOf(harness, order.code)).toMatchObject({ arranged_at: expect.any(Date) })
})

test('cancelled units of an order that goes on are neither sold, nor reserved, nor in the parcel', async () => {
  const items = [
    { itemId: harness.items[0]!, modelId: 0, quantity: 3 },
    { itemId: harness.items[1]!, modelId: 0, quantity: 1 },
  ]
  const order = await placeToShip(harness, 0, { channelId: 90025, items })
  await withShopToken(harness.company, harness.shopId, (shop) =>
    callShopee(shop, {
      path: '/api/v2/order/cancel_order',
      repeatable: false,
      body: {
        order_sn: order.code,
        cancel_reason: 'OUT_OF_STOCK',
        partial_cancel_item_list: [
          { item_id: items[0]!.itemId, model_id: 0, model_quantity: 1 },
          { item_id: items[1]!.itemId, model_id: 0, model_quantity: 1 },
        ],
      },
    }),
  )
  await readAgain(harness, [order.code])
  expect(
    await inspect(
      harness.company.organizationId,
      `SELECT o.status::text, o.units, o.revenue_cents::int AS revenue, i.quantity, p.quantity::int AS packed FROM orders o
       JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id
       JOIN package k ON k.organization_id = o.organization_id AND k.order_id = o.id
       JOIN package_item p ON p.organization_id = o.organization_id AND p.package_id = k.id AND p.line = i.line
       WHERE o.id = $1`,
      [order.id],
    ),
  ).toEqual([{ status: 'confirmed', units: 2, revenue: 5000, quantity: 2, packed: 2 }])
})

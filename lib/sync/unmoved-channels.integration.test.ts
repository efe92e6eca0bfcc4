import { shipOrdersAction } from '../dispatch/actions'
import {
  countCalls,
  openDispatchDesk,
  orderOf,
  parcelOf,
  placeToShip,
  workOff,
  type DispatchDesk,
} from '../testing/dispatch-desk'
import { inspect } from '../testing/database'
import { envelope, signInAs } from '../testing/factories'
import { dataOf } from '../testing/order-desk'
import { openShopDesk } from '../testing/shop-desk'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopDesk({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let desk: DispatchDesk
beforeAll(async () => {
  desk = await openDispatchDesk(platform())
  await signInAs(desk.company.owner)
})

async function ship(orderId: string) {
  const arrangement = { shopId: desk.shopId, channelId: '90026', retry: false, method: 'pickup' as const }
  const { runId } = dataOf(
    await shipOrdersAction(envelope(desk.company), {
      selection: { orderIds: [orderId] },
      arrangements: [{ ...arrangement, addressId: `${desk.number}1`, pickupTimeId: null, branchId: null }],
    }),
  )
  return workOff(desk.company.owner, 'ship', runId)
}

test('an order of a channel that stays ready to ship is arranged once, whoever arranged it', async () => {
  const order = await placeToShip(desk, 0, { channelId: 90026 })
  const calls = await countCalls(desk, 'logistics/ship_order$')
  expect((await ship(order.id)).problems).toEqual([])
  expect(await orderOf(desk, order.code)).toMatchObject({ platform_status: 'READY_TO_SHIP' })
  expect(await parcelOf(desk, order.code)).toMatchObject({ method: 'pickup', arranged_at: expect.any(Date) })
  expect((await ship(order.id)).problems).toEqual([])
  expect(await calls()).toBe(1)
  await inspect(desk.company.organizationId, 'UPDATE package SET arranged_at = NULL WHERE order_id = $1', [order.id])
  expect((await ship(order.id)).problems).toEqual([])
  expect(await calls()).toBe(1)
  expect(await parcelOf(desk, order.code)).toMatchObject({ arranged_at: expect.any(Date) })
})

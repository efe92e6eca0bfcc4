import type { ActionResult } from '@/lib/core/errors'
import { syncShopAction, testShopAction } from '@/lib/connect/shops/actions'
import {
  prepareDayAction,
  printLabelsAction,
  retryRunAction,
  sendInvoicesAction,
  shipOrdersAction,
} from '@/lib/sales/dispatch/actions'
import type { RunKind } from '@/lib/sales/dispatch/schema'
import { inspect } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, orderOf, parcelOf, placeToShip, workOff } from '@/lib/testing/harnesses/dispatch-harness'
import { envelope } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { answerCancellationAction, cancelItemsAction, cancelOrderAction } from '../actions'

const { platform } = openShopHarness({ settings: { invoicesRequired: false } })

type Harness = Awaited<ReturnType<typeof openDispatchHarness>>
let harness: Harness
let order: { id: string; code: string }

/** A shop whose authorization has ended, or was taken back, with one order to ship. */
async function openAway(status: 'expired' | 'pending') {
  harness = await openDispatchHarness(platform())
  const two = { itemId: harness.items[0]!, modelId: 0, quantity: 2 }
  order = await placeToShip(harness, 0, { items: [two] })
  const { organizationId } = harness.company
  await inspect(organizationId, `UPDATE shop SET status = $2::"ShopStatus" WHERE id = $1`, [harness.shopId, status])
  if (status === 'pending') await inspect(organizationId, 'DELETE FROM shop_token WHERE shop_id = $1', [harness.shopId])
}

const arrangement = {
  channelId: null,
  retry: false,
  method: 'dropoff',
  addressId: null,
  pickupTimeId: null,
  branchId: null,
} as const

const call = () => envelope(harness.company)
const selection = () => ({ orderIds: [order.id] })

/** Each action that has the platform do something for the orders of a shop, and of those that leave it to a run the run. */
const acts: Record<string, () => Promise<ActionResult<object>>> = {
  'dispatch.ship': () =>
    shipOrdersAction(call(), {
      selection: selection(),
      arrangements: [{ ...arrangement, shopId: harness.shopId }],
    }),
  'dispatch.labels': () => printLabelsAction(call(), { selection: selection(), reprint: false }),
  'dispatch.sendInvoices': () => sendInvoicesAction(call(), { selection: selection() }),
  'dispatch.prepareDay': () => prepareDayAction(call(), { selection: selection(), papers: [] }),
  'order.cancelOnPlatform': () => cancelOrderAction(call(), { orderId: order.id, reason: 'CUSTOMER_REQUEST' }),
  'order.answerCancellation': async () => {
    await inspect(harness.company.organizationId, 'UPDATE orders SET cancellation_asked = true WHERE id = $1', [
      order.id,
    ])
    const answer = await answerCancellationAction(call(), { orderId: order.id, accept: true })
    await inspect(harness.company.organizationId, 'UPDATE orders SET cancellation_asked = false WHERE id = $1', [
      order.id,
    ])
    return answer
  },
  'order.cancelItems': () =>
    cancelItemsAction(call(), { id: order.id, lines: [{ line: 1, quantity: 2, cancelled: 1 }] }),
  'shop.sync': () => syncShopAction(call(), { id: harness.shopId }),
  'shop.test': () => testShopAction(call(), { id: harness.shopId }),
}
const kinds: Partial<Record<string, RunKind>> = {
  'dispatch.ship': 'ship',
  'dispatch.labels': 'labels',
  'dispatch.prepareDay': 'prepare',
}

const expectNotDone = async (kind: RunKind, runId: string) => {
  const run = await workOff(harness.company.owner, kind, runId)
  const named = new Set(run.problems.map(({ subject, errorCode }) => `${subject} ${errorCode}`))
  expect({ kind, named: [...named], hasFile: run.hasFile }).toEqual({
    kind,
    named: [`${order.id} shopNotConnected`],
    hasFile: false,
  })
}

test.each(['expired', 'pending'] as const)(
  'nothing of a shop that is not authorized (%s) is ever called done: each action is refused, or names the order',
  async (status) => {
    await openAway(status)
    const before = [await orderOf(harness, order.code), await parcelOf(harness, order.code)]
    const refused: Record<string, string> = {}
    for (const [name, act] of Object.entries(acts)) {
      const result = await act()
      const kind = kinds[name]
      if (!result.ok) refused[name] = result.error
      else if (!kind) refused[name] = 'called done'
      else {
        const { runId } = result.data as { runId: string }
        await expectNotDone(kind, runId)
        if (kind === 'ship') await expectNotDone(kind, dataOf(await retryRunAction(call(), { runId })).runId)
      }
    }
    const away = status === 'expired' ? 'shopGrantExpired' : 'shopNotConnected'
    expect(refused).toEqual({
      'dispatch.sendInvoices': 'dispatchNothing',
      'order.cancelOnPlatform': away,
      'order.answerCancellation': away,
      'order.cancelItems': away,
      'shop.sync': away,
      'shop.test': away,
    })
    expect([await orderOf(harness, order.code), await parcelOf(harness, order.code)]).toEqual(before)
  },
)

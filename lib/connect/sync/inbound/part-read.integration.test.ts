import { clearProcessState } from '@/lib/core/process/process-state'
import { withOwner } from '@/lib/testing/harnesses/database'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, inWorker, listJobs, listOurOrders } from '@/lib/testing/harnesses/sync-harness'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

const { platform } = openShopHarness({ settings: { pushesEnabled: false, invoicesRequired: false } })

const give = (shop: number, body: object) =>
  withOwner((owner) =>
    owner.query(
      `INSERT INTO webhook_inbox (platform, external_shop_id, code, body, body_hash, platform_at)
       VALUES ('shopee', $1, 3, $2::jsonb, decode(md5($2::jsonb::text), 'hex'), now())`,
      [
        String(shop),
        {
          code: 3,
          kind: 'x',
          shopIds: [String(shop)],
          orderSn: null,
          returnSn: null,
          itemId: null,
          authorizeType: null,
          ...body,
        },
      ],
    ),
  )
const states = async () =>
  (await withOwner((owner) => owner.query<{ state: string }>('SELECT state FROM webhook_inbox ORDER BY id'))).rows.map(
    ({ state }) => state,
  )

test('an item that cannot be read now waits alone: the order before it and the return behind it are not read again', async () => {
  const one = await connectSyncShop(platform(), 3, { items: [1] })
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', { shopId: one.number, isPaid: true })
  await give(one.number, { kind: 'orderStatus', orderSn })
  await give(one.number, { kind: 'returnUpdate', returnSn: 'NONE' })
  await give(one.number, { kind: 'itemBanned', itemId: '77' })
  await platform().admin('fault', { kind: 'error_server', pathPattern: 'get_item_base_info' })
  await inWorker(() => workWebhookEvents(String(one.number)))
  expect(await states()).toEqual(['done', 'done', 'waiting'])
  expect((await listOurOrders(one.company)).map(({ code }) => code)).toEqual([orderSn])
  expect(await listJobs(`work-webhook-events:${one.number}`)).toHaveLength(1)
  await platform().admin('faults-clear')
  // Another process of the worker, which knows nothing of what failed.
  clearProcessState()
  await inWorker(() => workWebhookEvents(String(one.number)))
  expect(await states()).toEqual(['done', 'done', 'done'])
})

test('orders that cannot be read now wait, and what else was pushed is read all the same', async () => {
  await withOwner((owner) => owner.query('DELETE FROM webhook_inbox'))
  const one = await connectSyncShop(platform(), 3, { items: [1] })
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', { shopId: one.number, isPaid: true })
  await give(one.number, { kind: 'orderStatus', orderSn })
  await give(one.number, { kind: 'returnUpdate', returnSn: 'NONE' })
  await platform().admin('fault', { kind: 'error_server', pathPattern: 'get_order_detail' })
  await inWorker(() => workWebhookEvents(String(one.number)))
  expect(await states()).toEqual(['waiting', 'done'])
  await platform().admin('faults-clear')
})

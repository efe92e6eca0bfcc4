import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, step } from '@/lib/testing/harnesses/dispatch-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { fetchTracking } from './fetch-tracking'
import { syncOrders } from './sync-orders'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

test('a parcel that is known only once it has been delivered has its tracking number, by a push as by a poll', async () => {
  const harness = await openDispatchHarness(platform())
  const sql = <T extends object>(text: string) => inspect<T>(harness.company.organizationId, text)
  const items = [{ itemId: harness.items[0]!, modelId: 0, quantity: 1 }]
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', {
    shopId: harness.number,
    isPaid: true,
    items,
  })
  for (const name of ['ship', 'pick-up', 'deliver']) await step(harness, orderSn, name)
  await asWorker(() => syncOrders(harness.shop, [orderSn]))
  for (const orderSns of [[orderSn], null]) {
    await sql('UPDATE package SET tracking_number = NULL')
    await asWorker(() => fetchTracking(harness.shop, orderSns))
    expect(await sql('SELECT tracking_number AS number FROM package')).toEqual([
      { number: expect.stringMatching(/^BR/) as string },
    ])
  }
})

import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { openDispatchDesk, step } from '@/lib/testing/harnesses/dispatch-harness'
import { openShopDesk } from '@/lib/testing/harnesses/shop-harness'
import { fetchTracking } from './fetch-tracking'
import { syncOrders } from './sync-orders'

const { platform } = openShopDesk({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

test('a parcel that is known only once it has been delivered has its tracking number, by a push as by a poll', async () => {
  const desk = await openDispatchDesk(platform())
  const sql = <T extends object>(text: string) => inspect<T>(desk.company.organizationId, text)
  const items = [{ itemId: desk.items[0]!, modelId: 0, quantity: 1 }]
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', {
    shopId: desk.number,
    isPaid: true,
    items,
  })
  for (const name of ['ship', 'pick-up', 'deliver']) await step(desk, orderSn, name)
  await asWorker(() => syncOrders(desk.shop, [orderSn]))
  for (const asked of [[orderSn], null]) {
    await sql('UPDATE package SET tracking_number = NULL')
    await asWorker(() => fetchTracking(desk.shop, asked))
    expect(await sql('SELECT tracking_number AS number FROM package')).toEqual([
      { number: expect.stringMatching(/^BR/) as string },
    ])
  }
})

import { applyTestSheet, csvOf } from '@/lib/testing/factories/sheets'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, orderOf } from '@/lib/testing/harnesses/dispatch-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { syncOrders } from './sync-orders'

const { platform } = openShopHarness({ settings: { invoicesRequired: false } })

test('a sale that a sheet brought and the platform takes over says so in its trail, once; an order that only the platform brought does not', async () => {
  const harness = await openDispatchHarness(platform())
  const place = async () => {
    const items = [{ itemId: harness.items[0]!, modelId: 0, quantity: 1 }]
    const order = { shopId: harness.number, isPaid: true, items }
    return (await platform().admin<{ orderSn: string }>('order', order)).orderSn
  }
  const [inSheet, other] = [await place(), await place()]
  const heading = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário', 'Situação']
  const sale = ['06/10/2026', 'Shopee', inSheet, 'CAN', '1', '25,00', 'Pago']
  await applyTestSheet(harness.company, csvOf([heading, sale]), { kind: 'sales' as const })
  const trail = () =>
    inspect(
      harness.company.organizationId,
      `SELECT actor_kind::text AS who, subject_id AS id FROM audit_event WHERE event = 'order.takenOver'`,
    )
  for (const _ of [1, 2]) await asWorker(() => syncOrders(harness.shop, [inSheet, other]))
  const { id } = await orderOf(harness, inSheet)
  expect(await trail()).toEqual([{ who: 'sync', id }])
})

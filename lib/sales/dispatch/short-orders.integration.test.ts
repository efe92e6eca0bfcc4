import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { listShortOrders } from './short-orders'

test('past orders take no unit of a product that is missing at its shelf: the order of today goes', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const productId = await addStockedProduct(company, { sku: 'CAM', onHand: 1 })
  const place = async (change: string) => {
    const { orderId, code } = await addParcel(company, { items: [{ productId, quantity: 1 }] })
    await inspect(organizationId, `UPDATE orders SET ${change} WHERE id = $1`, [orderId])
    return code
  }
  const short = async () =>
    (await withOrganization(company, (db) => listShortOrders(db, organizationId))).map(({ code }) => code)
  await inspect(
    organizationId,
    `INSERT INTO shelf_miss (organization_id, id, product_id, units_before, units_counted, reason)
     VALUES (current_organization(), uuid_v7(), $1, 9, 1, 'Sumiu')`,
    [productId],
  )
  await place(`is_history = true, ship_by = now() - interval '7 days'`)
  await place(`ship_by = now() - interval '31 days'`)
  const today = await place(`ship_by = now() + interval '1 day'`)
  expect(await short()).toEqual([])
  await place(`ship_by = now()`)
  expect(await short()).toEqual([today])
})

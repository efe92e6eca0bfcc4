import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { planDay } from './prepare-day'
import { listShortOrders } from './short-orders'

let company: TestOrganization
let productId: string
/** A product that was missing at its shelf, of which one unit is left. */
beforeEach(async () => {
  company = await createTestOrganization()
  productId = await addStockedProduct(company, { sku: 'CAM', onHand: 1 })
  await inspect(
    company.organizationId,
    `INSERT INTO shelf_miss (organization_id, id, product_id, units_before, units_counted, reason)
     VALUES (current_organization(), uuid_v7(), $1, 9, 1, 'Sumiu')`,
    [productId],
  )
})

async function place(change: string, quantity = 1) {
  const { orderId, code } = await addParcel(company, { items: [{ productId, quantity }] })
  await inspect(company.organizationId, `UPDATE orders SET ${change} WHERE id = $1`, [orderId])
  return code
}
const short = async () =>
  (await withOrganization(company, (db) => listShortOrders(db, company.organizationId))).map(({ code }) => code)

test('past orders take no unit of a product that is missing at its shelf: the order of today goes', async () => {
  await place(`is_history = true, ship_by = now() - interval '7 days'`)
  await place(`ship_by = now() - interval '31 days'`)
  const today = await place(`ship_by = now() + interval '1 day'`)
  expect(await short()).toEqual([])
  await place(`ship_by = now()`)
  expect(await short()).toEqual([today])
})

test('an order that is not paid yet takes no unit from a paid one, however near its deadline is', async () => {
  const unpaid = await place(`status = 'pending', ship_by = now()`)
  await place(`status = 'confirmed', ship_by = now() + interval '3 days'`)
  expect(await short()).toEqual([unpaid])
})

test('the day’s plan warns of orders whose shipment is still to be arranged, not of those that only lack a label', async () => {
  await place(`status = 'confirmed'`, 2)
  await place(`status = 'processing'`, 2)
  expect(await short()).toHaveLength(2)
  expect(await planDay(company.owner, { query: '' })).toMatchObject({ count: 2, short: 1 })
})

import { withOrganization } from '@/lib/core/db'
import { rateFromText, rateOf } from '@/lib/core/rounding'
import { newId } from '@/lib/core/ids'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { getOrderTax, listSalesChannelTax } from './tax'

const RATE = '0.05'
// Half a cent above 0, 1, 2 and 123 cents, and what is none.
const sales = [10n, 30n, 50n, 2_470n, 9n, 11n]

test('the tax of a day, of an order and of the price calculator are rounded alike, half a cent goes up', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, newId())
  const rate = { organizationId, id: newId(), legalEntityId, fromDay: new Date('2026-01-01'), rate: RATE }
  await withOrganization(company, (db) =>
    db.taxRate.create({ data: { ...rate, regime: 'simples' }, select: { id: true } }),
  )
  const ids = await addOrders(
    company,
    shop,
    sales.map((cents, n) => ({ at: `2026-10-${n + 10}T12:00:00Z`, cents, productId })),
  )
  const range = { from: '2026-10-01', to: '2026-10-31' }
  const days = await withOrganization(company, (db) =>
    listSalesChannelTax(db, organizationId, range, { shop: null, channel: null }),
  )
  const orders: bigint[] = []
  for (const id of ids)
    orders.push((await withOrganization(company, (db) => getOrderTax(db, organizationId, id))).taxCents)
  const wanted = [1n, 2n, 3n, 124n, 0n, 1n]
  expect(days.toSorted((a, b) => (a.day! < b.day! ? -1 : 1)).map(({ taxCents }) => taxCents)).toEqual(wanted)
  expect(orders).toEqual(wanted)
  expect(sales.map((cents) => rateOf(cents, rateFromText(RATE)))).toEqual(wanted)
})

import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'

test('a product sold again in a day, a month, a quarter and a year that have been folded adds to their units, listed and of the product', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja')
  const listing = await addListing(company, shop, 'Três canecas')
  const productId = await addProduct(company, 'CAN')
  const sell = async (at: string) => {
    await addOrders(company, shop, [{ at, units: 2, packOf: 3, productId, listingId: listing }])
    await foldSales(company)
  }
  for (const at of ['2026-10-05T12:00:00Z', '2026-10-05T15:00:00Z', '2026-10-20T12:00:00Z', '2026-11-03T12:00:00Z'])
    await sell(at)
  const unitsOf = (table: string, time: string) =>
    inspect(organizationId, `select ${time}, units::int, physical_units::int as physical from ${table} order by 1, 2`)
  expect(await unitsOf('product_day', 'day::text')).toEqual([
    { day: '2026-10-05', units: 4, physical: 12 },
    { day: '2026-10-20', units: 2, physical: 6 },
    { day: '2026-11-03', units: 2, physical: 6 },
  ])
  expect(await unitsOf('product_month', 'month::text')).toEqual([
    { month: '2026-10-01', units: 6, physical: 18 },
    { month: '2026-11-01', units: 2, physical: 6 },
  ])
  expect(await unitsOf('product_span', 'months, start::text')).toEqual([
    { months: 1, start: '2026-10-01', units: 6, physical: 18 },
    { months: 1, start: '2026-11-01', units: 2, physical: 6 },
    { months: 3, start: '2026-10-01', units: 8, physical: 24 },
    { months: 12, start: '2026-01-01', units: 8, physical: 24 },
  ])
})

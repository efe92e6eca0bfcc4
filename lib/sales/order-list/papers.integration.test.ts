import { withOrganization } from '@/lib/core/db'
import { stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getPapersFor } from './papers'

test('a slip tells what is in the parcel: packs by their units, kits by their parts, as the picking list has it', async () => {
  const { company, product } = await stockedCompany()
  const { organizationId } = company
  const viewer = { organizationId, role: 'owner' as const }
  const shop = await addShop(company, 'Loja')
  const [kit, part] = [
    await addStockedProduct(company, { sku: 'KIT' }),
    await addStockedProduct(company, { sku: 'PARTE' }),
  ]
  await withOrganization(company, (db) =>
    db.kitComponent.createMany({
      data: [product, part].map((componentId, i) => ({ organizationId, kitId: kit, componentId, quantity: i + 1 })),
    }),
  )
  const listingId = await addListing(company, shop, 'Leve 3')
  const [packs, kits, unknown] = await addOrders(company, shop, [
    { at: '2026-11-10T12:00:00Z', productId: product, listingId, units: 2, packOf: 3 },
    { at: '2026-11-10T12:00:00Z', productId: kit, units: 2 },
    { at: '2026-11-10T12:00:00Z', listingId, units: 2 },
  ])
  const ids = [packs, kits, unknown].join(',')
  const { slips } = await getPapersFor(viewer, { ids })
  const inside = slips.map(({ items }) => items.map(({ sku, units }) => `${units} ${sku ?? '—'}`).toSorted())
  expect(inside.slice(0, 2)).toEqual([['6 GAR-1L'], ['2 GAR-1L', '4 PARTE']])
  expect(slips[2]!.items).toMatchObject([{ units: 2 }])
  const { picking } = await getPapersFor(viewer, { ids, paper: 'picking' })
  const sums = new Map<string, number>()
  for (const { title, units } of slips.flatMap(({ items }) => items)) sums.set(title, (sums.get(title) ?? 0) + units)
  expect(new Map(picking.lines.map(({ title, units }) => [title, units]))).toEqual(sums)
})

import { withOrganization } from '@/lib/core/db'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getCalculatorFor } from './views'

const now = new Date('2026-11-20T12:00:00Z')
const startsOf = async ({ organizationId }: TestOrganization) => {
  const viewer = { organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' as const, legalEntityIds: null }
  const { shops } = await getCalculatorFor(viewer, now)
  return Object.fromEntries(shops.map(({ id, start }) => [id, start]))
}

test('the calculator opens with what each shop sold most of that has a price, with the cost of today', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [shop, idle] = [await addShop(company, 'Loja'), await addShop(company, 'Parada')]
  const [mapped, bare, gone] = [
    await addListing(company, shop, 'Kit de canecas'),
    await addListing(company, shop, 'Avulso'),
    await addListing(company, shop, 'Tirado do ar'),
  ]
  const productId = await addProduct(company, 'CAN-1')
  await withOrganization({ organizationId }, async (db) => {
    const set = (id: string, data: object) => db.listing.updateMany({ where: { organizationId, id }, data })
    await set(mapped, { priceCents: 60_00n, productId, productQuantity: 2, variation: 'Azul' })
    await set(bare, { priceCents: 9_90n })
    await set(gone, { priceCents: 9_90n, goneAt: now })
    await db.product.updateMany({ where: { organizationId, id: productId }, data: { packagingCostCents: 75n } })
    for (const [fromDay, cost] of [
      ['2026-01-01', '12.50'],
      ['2026-12-01', '99'],
    ] as const)
      await db.productCost.create({
        data: { organizationId, productId, fromDay: new Date(fromDay), cost, source: 'typed' },
        select: { productId: true },
      })
  })
  await addOrders(company, shop, [
    { at: '2026-11-10T15:00:00Z', units: 9, listingId: gone },
    { at: '2026-11-10T15:00:00Z', units: 5, listingId: mapped, productId, packOf: 2 },
    { at: '2026-11-10T15:00:00Z', units: 3, listingId: bare },
    { at: '2026-09-10T15:00:00Z', units: 90, listingId: bare },
  ])
  const start = { title: 'Kit de canecas, Azul', priceCents: 60_00n, costCents: 25_00n, packagingCents: 1_50n }
  expect(await startsOf(company)).toEqual({ [shop]: start, [idle]: null })
  await foldSales(company)
  await addOrders(company, shop, [{ at: '2026-11-11T15:00:00Z', units: 30, listingId: bare }])
  expect((await startsOf(company))[shop]).toEqual({
    title: 'Avulso',
    priceCents: 9_90n,
    costCents: null,
    packagingCents: 0n,
  })
})

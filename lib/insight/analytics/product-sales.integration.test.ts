import type { Role } from '@/lib/core/permissions'
import { inspect } from '@/lib/testing/harnesses/database'
import { listProductListingsFor } from '@/lib/catalog/mapping/product-listings'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getProductSalesFor } from './product-sales'

test('a product’s page tells what it sold and brought in thirty days, as the role may know it, and where it is listed', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = (role: Role) => ({ organizationId, role, timeZone: 'America/Sao_Paulo', legalEntityIds: null })
  const shop = await addShop(company, 'Loja')
  const [productId, other] = [await addProduct(company, 'CAN-1'), await addProduct(company, 'PRA-1')]
  const listingId = await addListing(company, shop, 'Caneca')
  await inspect(organizationId, 'UPDATE listing SET product_id = $2 WHERE id = $1', [listingId, productId])
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const sold = { productId, units: 2, cents: 5000n, charged: 1000n, unitCost: '10' }
  await addOrders(company, shop, [
    { ...sold, at: ago(2) },
    { ...sold, at: ago(20) },
    { ...sold, at: ago(40) },
    { ...sold, at: ago(2), status: 'cancelled' as const },
    { ...sold, at: ago(2), productId: other },
  ])
  const reported = { units: 4n, revenueCents: 10_000n }
  for (const folded of [false, true]) {
    if (folded) await foldSales(company)
    expect(await getProductSalesFor(viewer('owner'), productId)).toMatchObject({
      ...reported,
      profitCents: 4000n,
      coverage: 1,
    })
  }
  expect(await getProductSalesFor(viewer('viewer'), productId)).not.toHaveProperty('profitCents', 4000n)
  expect(await getProductSalesFor(viewer('operator'), productId)).toBeNull()
  expect(await listProductListingsFor(viewer('operator'), productId)).toMatchObject([
    { title: 'Caneca', shopName: 'Loja' },
  ])
  const stranger = await createTestOrganization()
  const theirs = { ...viewer('owner'), organizationId: stranger.organizationId }
  expect(await getProductSalesFor(theirs, productId)).toMatchObject({ units: 0n, profitCents: null })
  expect(await listProductListingsFor(theirs, productId)).toEqual([])
})

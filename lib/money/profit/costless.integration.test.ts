import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getCostlessFor } from './costless'
import { getResultFor } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const november = { period: 'custom', from: '2026-11-01', to: '2026-11-21' }

test('the products, days and amounts without a cost are listed, and add up to the missing part of the result', async () => {
  const company = await createTestOrganization()
  const viewer = { ...company.owner, timeZone: 'America/Sao_Paulo', legalEntityIds: null }
  const [shop, other] = [await addShop(company, 'Loja'), await addShop(company, 'Outra')]
  const [known, late] = [await addProduct(company, 'TEM'), await addProduct(company, 'FALTA')]
  const listingId = await addListing(company, shop, 'Anúncio')
  await addOrders(company, shop, [
    { at: '2026-10-31T15:00:00Z', cents: 9_999n, productId: late },
    { at: '2026-11-02T15:00:00Z', cents: 500n, productId: late },
    { at: '2026-11-05T15:00:00Z', cents: 300n, productId: late },
    // From here on it has one.
    { at: '2026-11-06T15:00:00Z', cents: 700n, productId: late, unitCost: '2' },
    { at: '2026-11-06T15:00:00Z', cents: 4_000n, productId: known, unitCost: '9' },
    { at: '2026-11-07T15:00:00Z', cents: 100n, listingId },
  ])
  await addOrders(company, other, [{ at: '2026-11-08T15:00:00Z', cents: 50n, productId: late }])
  const lacking = async (query: object) =>
    getCostlessFor(viewer, await getResultFor(viewer, { ...november, ...query }, now))
  for (const fold of [false, true]) {
    if (fold) await foldSales(company)
    const { total } = await getResultFor(viewer, november, now)
    const all = await lacking({})
    expect(all).toMatchObject({ total: 2, cents: total.grossCents - total.revenueWithCostCents })
    expect(all!.items).toMatchObject([
      { id: late, mapped: true, sku: 'FALTA', cents: 850n, days: 3, from: '2026-11-02', to: '2026-11-08' },
      { id: listingId, mapped: false, title: 'Anúncio', cents: 100n, days: 1, from: '2026-11-07', to: '2026-11-07' },
    ])
  }
  expect(await lacking({ shop: other })).toMatchObject({ total: 1, cents: 50n, items: [{ id: late, days: 1 }] })
  expect(await lacking({ from: '2026-11-06', to: '2026-11-06' })).toBeNull()
})

import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { createTestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getProfitTiles } from './tiles'
import { tileOf } from './tile-figures'
import { getResultFor } from './views'

const now = new Date('2026-12-01T15:00:00Z')
const everywhere = { shop: null, channel: null }

test('each tile says what the panel says of the same days, also where yesterday lies in another month', async () => {
  const company = await createTestOrganization()
  const productId = await addProduct(company, 'A')
  const [shop, other] = [await addShop(company, 'Loja'), await addShop(company, 'Outra')]
  await addOrders(company, shop, [
    { at: '2026-11-29T12:00:00Z', cents: 7_777n, charged: 777n, productId, unitCost: '11' },
    { at: '2026-11-30T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30' },
    { at: '2026-12-01T12:00:00Z', cents: 5_000n, charged: 900n, productId, unitCost: '10' },
  ])
  await addOrders(company, other, [
    { at: '2026-12-01T13:00:00Z', cents: 3_333n, charged: 333n, productId, unitCost: '9' },
  ])
  await addAdsDay(company, shop, '2026-11-29', { '111': 50n })
  for (const scope of [everywhere, { ...everywhere, shop: other }]) {
    if (scope.shop) await foldSales(company)
    const { tiles } = await getProfitTiles(viewerOf(company.owner), scope, now)
    expect(tiles.map(({ key }) => key)).toEqual(['today', 'yesterday', 'month'])
    for (const { key: _, range, gaps, ...tile } of tiles) {
      const query = { period: 'custom', ...range, ...(scope.shop && { shop: scope.shop }) }
      const { total } = await getResultFor(viewerOf(company.owner), query, now)
      expect(tile).toEqual(tileOf(total))
      expect(gaps.map(({ shopId, spans }) => spans.map((span) => ({ shopId, ...span }))).flat()).toEqual(total.adsGaps)
    }
  }
  const { tiles } = await getProfitTiles(viewerOf(company.owner), everywhere, now)
  expect(tiles.map(({ headline }) => headline.sum)).toEqual(['profitBeforeAds', 'profitBeforeAds', 'profitBeforeAds'])
  expect(tiles[1]!.gaps).toEqual([
    { shopId: shop, shop: 'Loja', days: 1, spans: [{ from: '2026-11-30', to: '2026-11-30' }] },
  ])
})

test.each(['operator', 'viewer'] as const)('a %s is shown no profit', async (role) => {
  const company = await createTestOrganization()
  await expect(getProfitTiles(viewerOf(company.owner, role), everywhere, now)).rejects.toMatchObject({
    code: 'permissionDenied',
  })
})

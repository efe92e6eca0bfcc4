import 'server-only'
import { z } from 'zod'
import { pricesHref } from '@/lib/money/fees/price-filters'
import { getPricesFor } from '@/lib/money/fees/price-views'
import { tool } from './contract'
import { asText, cents, columnsOf, count, limitInput } from './figure'
import { findShop, shopInput } from './sales-channel-input'

export const pricesInDeadZones = tool({
  name: 'prices_in_dead_zones',
  description:
    'Listings whose price pays less than a lower price would, by the fee rule of today: how many, what they lost in 30 days, and the prices around that pay more.',
  permission: 'money.read',
  schema: z.object({ ...shopInput, ...limitInput(20) }),
  run: async (viewer, { limit, ...input }) => {
    const shop = await findShop(viewer, input.shop)
    const { filters, page, sums, shops } = await getPricesFor(viewer, shop ? { shop: shop.id } : {})
    const href = pricesHref(filters)
    const nameOf = (id: string) => shops.find((one) => one.id === id)?.name ?? null
    return {
      asked: { period: null, shop: shop?.name ?? null, product: null },
      figures: [count('deadPrices', sums.listings, href), cents('deadPriceLoss', sums.lossCents, href)],
      table: {
        columns: columnsOf({
          listing: 'text',
          sku: 'text',
          shop: 'text',
          price: 'cents',
          lowerPrice: 'cents',
          higherPrice: 'cents',
          unitLoss: 'cents',
          units: 'count',
        }),
        rows: page.rows.slice(0, limit).map(({ title, variation, sku, shopId, priceCents, units, better }) => ({
          cells: [
            [title, variation].filter(Boolean).join(' · '),
            sku,
            nameOf(shopId),
            String(priceCents),
            String(better.below.priceCents),
            asText(better.above?.priceCents),
            String(better.lossCents),
            String(units),
          ],
          href: sku ? pricesHref(filters, { q: sku }) : href,
        })),
        total: Number(sums.listings),
      },
      href,
    }
  },
})

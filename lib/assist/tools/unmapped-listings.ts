import 'server-only'
import { z } from 'zod'
import { mappingPath } from '@/lib/core/paths'
import { getMappingFor } from '@/lib/catalog/mapping/views'
import { tool } from './contract'
import { addressOf, asText, cents, columnsOf, count, limitInput } from './figure'
import { findShop, shopInput } from './sales-channel-input'

export const unmappedListings = tool({
  name: 'unmapped_listings',
  description:
    'Listings that no product is mapped to, those that sold most in 90 days first, with the product that seems to be theirs.',
  permission: 'listing.map',
  schema: z.object({ ...shopInput, ...limitInput(20) }),
  run: async (viewer, { limit, ...input }) => {
    const shop = await findShop(viewer, input.shop)
    const query: Record<string, string> = { tab: 'unmapped', ...(shop && { shop: shop.id }) }
    const { page, counts } = await getMappingFor(viewer, query, limit)
    const href = addressOf(mappingPath, query)
    return {
      asked: { period: null, shop: shop?.name ?? null, product: null },
      figures: [
        count('unmappedListings', counts.matching, href),
        // For all shops: it is not known for one alone.
        ...(shop || counts.stakeCents === null ? [] : [cents('unmappedSales', counts.stakeCents, href)]),
      ],
      table: {
        columns: columnsOf({ listing: 'text', sku: 'text', shop: 'text', revenue: 'cents', suggestion: 'text' }),
        rows: page.rows.map(({ title, variation, sku, shopName, stakeCents, suggestion }) => ({
          cells: [
            [title, variation].filter(Boolean).join(' · '),
            sku,
            shopName,
            asText(stakeCents),
            suggestion?.sku ?? null,
          ],
          href,
        })),
        total: Number(counts.matching),
      },
      href,
    }
  },
})

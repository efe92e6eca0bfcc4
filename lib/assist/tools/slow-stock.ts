import 'server-only'
import { z } from 'zod'
import { readSection } from './analytics-section'
import { tool } from './contract'
import { columnsOf, count, limitInput } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'

export const slowStock = tool({
  name: 'slow_stock',
  description:
    'Products that are in stock and sold nothing over a period, by default the last 30 days, those with the most units first.',
  permission: 'sales.read',
  schema: z.object({ ...periodInput, ...shopInput, ...limitInput(20) }),
  run: async (viewer, { limit, ...input }) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const { section, href } = await readSection(viewer, 'cover', { ...range, shop: shop?.id ?? null, band: 'still' })
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: [count('products', section.matching, href)],
      table: {
        columns: columnsOf({ product: 'text', sku: 'text', units: 'count', available: 'count' }),
        rows: section.rows.slice(0, limit).map(({ id, title, sku, units, available }) => ({
          cells: [title, sku, String(units), String(available)],
          href: `/dashboard/products/${id}`,
        })),
        total: section.matching,
      },
      href,
    }
  },
})

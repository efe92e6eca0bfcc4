import 'server-only'
import { z } from 'zod'
import { dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import { getHealthFor } from '@/lib/connect/shop-performance/views'
import { tool } from './contract'
import { asText, columnsOf, count } from './figure'
import { findShop, shopInput } from './sales-channel-input'

export const shopHealth = tool({
  name: 'shop_health',
  description:
    "How the platform judges each connected shop: penalty points, late and unfulfilled orders, days to prepare, listings with a problem; which of them miss the platform's target.",
  permission: 'dispatch.work',
  schema: z.object({ ...shopInput }),
  run: async (viewer, input) => {
    const shop = await findShop(viewer, input.shop)
    const shops = (await getHealthFor(viewer)).filter(({ shopId }) => !shop || shopId === shop.id)
    const href = dispatchTabPaths.health
    const sum = (of: (one: (typeof shops)[number]) => number) => shops.reduce((all, one) => all + of(one), 0)
    const isKnown = shops.some(({ asOf }) => asOf !== null)
    return {
      asked: { period: null, shop: shop?.name ?? null, product: null },
      figures: [
        count('marksOff', isKnown ? sum(({ values }) => values.filter(({ isOff }) => isOff).length) : null, href),
        count('lateNow', isKnown ? sum(({ lateOrders }) => lateOrders.length) : null, href),
        count('blockedListings', isKnown ? sum(({ blockedListings }) => blockedListings.length) : null, href),
      ],
      table: {
        columns: columnsOf({ shop: 'text', mark: { words: 'health.marks' }, value: 'text', target: 'text' }),
        rows: shops.flatMap(({ shopName, values }) =>
          values.map(({ mark, value, target }) => ({
            cells: [shopName, mark, asText(value), asText(target)],
            href,
          })),
        ),
        total: sum(({ values }) => values.length),
      },
      notes: shops.length > 0 && !isKnown ? [{ name: 'notTold', values: {} }] : [],
      href,
    }
  },
})

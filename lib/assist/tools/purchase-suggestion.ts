import 'server-only'
import { z } from 'zod'
import { suggestionHref } from '@/lib/catalog/purchases/filters'
import { getSuggestionFor } from '@/lib/catalog/purchases/views'
import { tool } from './contract'
import { asText, columnsOf, count, limitInput } from './figure'

export const purchaseSuggestion = tool({
  name: 'purchase_suggestion',
  description:
    "What to buy and how many units, by the company's own formula: sales expected in the time to deliver and the cover wanted, less what is available and on order, in whole packs; what runs out soonest first.",
  permission: 'sheet.import',
  schema: z.object({ ...limitInput(20) }),
  run: async (viewer, { limit }) => {
    const { filters, page, counts } = await getSuggestionFor(viewer, {}, { size: limit })
    const href = suggestionHref(filters)
    return {
      asked: { period: null, shop: null, product: null },
      figures: [count('productsToBuy', counts.products, href), count('unitsToBuy', counts.units, href)],
      table: {
        columns: columnsOf({
          product: 'text',
          sku: 'text',
          toBuy: 'count',
          available: 'count',
          onOrder: 'count',
          daysLeft: 'days',
          supplier: 'text',
        }),
        rows: page.rows.map(({ id, title, sku, suggested, available, onOrder, daysLeft, supplierName }) => ({
          cells: [
            title,
            sku,
            String(suggested),
            String(available),
            String(onOrder),
            asText(daysLeft === null ? null : Math.max(0, daysLeft)),
            supplierName,
          ],
          href: `/dashboard/products/${id}`,
        })),
        total: counts.products,
      },
      href,
    }
  },
})

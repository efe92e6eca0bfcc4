import 'server-only'
import { z } from 'zod'
import { profitSorts } from '@/lib/sales/sales-figures/analysis-filters'
import { coverageOf, marginRate } from '@/lib/sales/sales-figures/margin'
import { tool } from './contract'
import { readSection } from './analytics-section'
import { asText, cents, columnsOf, count, limitInput, share } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { findProduct, productInput } from './product-input'

export const productMargin = tool({
  name: 'product_margin',
  description:
    "Sales and margin by product over a period: what is left after the marketplace's part, packaging and the goods, before tax, ads and expenses; of one product where one is named. Without a cost the margin is unknown.",
  permission: 'money.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    ...productInput,
    sort: z.enum(profitSorts).default('best'),
    losing: z
      .boolean()
      .optional()
      .describe('Rows only of products whose margin is below zero; the figures stay those of all'),
    ...limitInput(20),
  }),
  run: async (viewer, { sort, losing, limit, ...input }) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const product = await findProduct(viewer, input.product)
    const { section, href } = await readSection(viewer, 'profit', {
      ...range,
      shop: shop?.id ?? null,
      by: 'product',
      product: product?.id ?? null,
      sort,
    })
    const { rows, items, total } = section
    const isUnknown = rows.filter(({ marginCents }) => marginCents === null)
    const withoutProduct = isUnknown.filter(({ isUnmapped }) => isUnmapped).length
    const withoutCost = isUnknown.length - withoutProduct
    const shown = losing ? rows.filter(({ marginCents }) => marginCents !== null && marginCents < 0n) : rows
    return {
      asked: { period: range, shop: shop?.name ?? null, product: product?.title ?? null },
      figures: [
        cents('marginTotal', rows.length === 0 ? 0n : total.marginCents, href),
        cents('itemRevenue', total.revenueCents, href),
        count('units', total.units, href),
        share('costCoverage', total.revenueCents > 0n ? coverageOf(total) : null, href),
      ],
      table: {
        columns: columnsOf({
          product: 'text',
          sku: 'text',
          units: 'count',
          revenue: 'cents',
          marginValue: 'cents',
          margin: 'share',
        }),
        rows: shown.slice(0, limit).map((row) => ({
          cells: [
            row.name,
            row.detail,
            String(row.units),
            String(row.revenueCents),
            asText(row.marginCents),
            asText(marginRate(row)),
          ],
          href: row.href ?? (row.isUnmapped ? '/dashboard/minha-empresa/mapeamento-produtos' : null),
        })),
        total: losing ? shown.length : items,
      },
      notes: [
        ...(withoutCost > 0 ? [{ name: 'withoutCost', values: { count: String(withoutCost) } } as const] : []),
        ...(withoutProduct > 0 ? [{ name: 'withoutProduct', values: { count: String(withoutProduct) } } as const] : []),
      ],
      href,
    }
  },
})

import 'server-only'
import { z } from 'zod'
import { analyticsPath } from '@/lib/sales/sales-figures/analysis-filters'
import { previousPeriod } from '@/lib/core/dates'
import { readSection } from './analytics-section'
import { tool, type SeriesPoint } from './contract'
import { addressOf, asText, cents, count } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { findProduct, productInput } from './product-input'
import { seriesOf } from './series'

export const productSales = tool({
  name: 'product_sales',
  description:
    'What one product, by name or SKU, sold over a period: units, revenue and price, compared with the days before; without one, the product that sold most.',
  permission: 'sales.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    ...productInput,
    series: z.enum(['itemRevenue', 'units']).default('itemRevenue').describe('Which figure the series is of'),
  }),
  run: async (viewer, { series, ...input }) => {
    const range = readPeriod(input, viewer.timeZone)
    const before = previousPeriod(range)
    const shop = await findShop(viewer, input.shop)
    const named = await findProduct(viewer, input.product)
    const scope = { shop: shop?.id ?? null }
    const { section, href } = await readSection(viewer, 'price', { ...range, ...scope, product: named?.id ?? null })
    const product = section.product
    const past = product && (await readSection(viewer, 'price', { ...before, ...scope, product: product.id }))
    const isDaily = section.points.every(({ from, to }) => from === to)
    const figuresOf = (sold: { units: bigint; revenueCents: bigint }, at: string) => [
      count('units', sold.units, at),
      cents('itemRevenue', sold.revenueCents, at),
    ]
    const days = { tab: 'price', period: 'custom' }
    const pointOf = ({ from, to, units, revenueCents }: (typeof section.points)[number]): SeriesPoint => ({
      from,
      to,
      value: asText(series === 'units' ? units : revenueCents),
      href: addressOf(analyticsPath, { ...days, from, to, ...scope, product: product?.id }),
    })
    return {
      asked: { period: range, shop: shop?.name ?? null, product: product?.title ?? null },
      figures: figuresOf(section, href),
      compared: past && { period: before, figures: figuresOf(past.section, past.href) },
      table: {
        columns: [
          ...(isDaily
            ? [{ name: 'day', unit: 'day' } as const]
            : [{ name: 'from', unit: 'day' } as const, { name: 'to', unit: 'day' } as const]),
          { name: 'units', unit: 'count' },
          { name: 'revenue', unit: 'cents' },
          { name: 'price', unit: 'cents' },
        ],
        rows: section.points.toReversed().map(({ from, to, units, revenueCents, priceCents }) => ({
          cells: [...(isDaily ? [from] : [from, to]), String(units), String(revenueCents), asText(priceCents)],
          href,
        })),
        total: section.points.length,
      },
      ...seriesOf({
        name: series,
        unit: series === 'units' ? 'count' : 'cents',
        by: section.unit,
        points: section.points.map(pointOf),
        before,
        past: past?.section.points.map(pointOf),
      }),
      href,
    }
  },
})

import 'server-only'
import { z } from 'zod'
import type { Bucket } from '@/lib/sales/sales-figures/buckets'
import { dashboardHref, ordersHref, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import {
  averageOrderCents,
  cancellationRate,
  netOfFeesCents,
  validOrders,
  type SalesFigures,
} from '@/lib/sales/sales-figures/figures'
import { getSalesSummary, type SalesSummary } from '@/lib/insight/dashboard/views'
import { previousPeriod, type DayRange } from '@/lib/core/dates'
import { steps, tool, type Figure, type SeriesPoint, type Unit } from './contract'
import { asText } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { salesFiltersOf } from './sales-filters'
import { seriesOf } from './series'

const names = [
  ...(['orders', 'units', 'grossSales', 'averageOrder'] as const),
  ...(['cancelledOrders', 'cancellationRate', 'netOfFees'] as const),
] as const
type Name = (typeof names)[number]
type Rows = Parameters<typeof ordersHref>[1]

const read: Record<Name, { unit: Unit; of: (sales: SalesFigures) => bigint | number | null; rows: Rows }> = {
  orders: { unit: 'count', of: validOrders, rows: { valid: true } },
  units: { unit: 'count', of: ({ units }) => units, rows: { valid: true } },
  grossSales: { unit: 'cents', of: ({ grossCents }) => grossCents, rows: { valid: true } },
  averageOrder: { unit: 'cents', of: averageOrderCents, rows: { valid: true } },
  cancelledOrders: { unit: 'count', of: ({ cancelled }) => cancelled, rows: { status: 'cancelled' } },
  cancellationRate: { unit: 'share', of: cancellationRate, rows: {} },
  netOfFees: { unit: 'cents', of: netOfFeesCents, rows: { valid: true } },
}

export const salesSummary = tool({
  name: 'sales_summary',
  description:
    'Orders, units, gross sales, average order, cancellation rate and, for roles that see money, sales net of fees, over a period, compared with the period before it; one of them also day by day, week by week or month by month.',
  permission: 'sales.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    series: z.enum(names).default('grossSales').describe('Which figure the series is of'),
    by: z.enum(steps).optional().describe('Step of the series; without it, what suits the length of the period'),
  }),
  run: async (viewer, { series, by, ...input }) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const filters = salesFiltersOf(range, shop?.id ?? null)
    const summary = await getSalesSummary(viewer, filters, by)
    const { current, previous, seesMoney } = summary
    const before = previousPeriod(range)
    const shownNames: readonly Name[] = seesMoney ? names : names.filter((name) => name !== 'netOfFees')
    const figuresOf = (sales: SalesFigures, days: DayRange) =>
      shownNames.map((name) => figureOf(name, sales, days, filters))
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: figuresOf(current, range),
      compared: previous && { period: before, figures: figuresOf(previous, before) },
      table: null,
      ...(shownNames.includes(series) && seriesIn(summary, range, series, filters)),
      href: dashboardHref(filters, range),
    }
  },
})

const hrefOf = (name: Name, days: DayRange, { shop }: SalesFilters) =>
  ordersHref(salesFiltersOf(days, shop), read[name].rows)

const figureOf = (name: Name, sales: SalesFigures, days: DayRange, filters: SalesFilters): Figure => ({
  name,
  unit: read[name].unit,
  value: asText(read[name].of(sales)),
  href: hrefOf(name, days, filters),
})

/** A period that is shorter than the trend has its own days; other steps than days do not begin with it. */
function seriesIn(
  { unit, trend, buckets, previousBuckets }: SalesSummary,
  range: DayRange,
  name: Name,
  filters: SalesFilters,
) {
  if (trend.from !== range.from && unit !== 'day') return {}
  const before = previousPeriod(range)
  const all = [...previousBuckets, ...buckets]
  const within = (days: DayRange) => all.filter(({ from, to }) => from >= days.from && to <= days.to)
  const pointOf = ({ sales, ...days }: Bucket): SeriesPoint => ({
    from: days.from,
    to: days.to,
    value: asText(read[name].of(sales)),
    href: hrefOf(name, days, filters),
  })
  return seriesOf({
    name,
    unit: read[name].unit,
    by: unit,
    points: within(range).map(pointOf),
    before,
    past: within(before).map(pointOf),
  })
}

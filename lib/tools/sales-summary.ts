import 'server-only'
import { z } from 'zod'
import { dashboardHref, ordersHref, type SalesFilters } from '../dashboard/filters'
import {
  averageOrderCents,
  cancellationRate,
  netOfFeesCents,
  validOrders,
  type SalesFigures,
} from '../dashboard/metrics'
import { getSalesSummary } from '../dashboard/views'
import { previousPeriod } from '../dates'
import { tool, type Figure } from './contract'
import { findShop, shopInput } from './outlet-input'
import { periodInput, readPeriod } from './period-input'
import { salesFiltersOf } from './sales-filters'

export const salesSummary = tool({
  name: 'sales_summary',
  description:
    'Orders, units, gross sales, average order, cancellation rate and, for roles that see money, sales net of fees, over a period, compared with the period before it.',
  permission: 'sales.read',
  schema: z.object({ ...periodInput, ...shopInput }),
  run: async (viewer, input) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const filters = salesFiltersOf(range, shop?.id ?? null)
    const { current, previous, seesMoney } = await getSalesSummary(viewer, filters)
    const before = previousPeriod(range)
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: figuresOf(current, filters, seesMoney),
      compared: { period: before, figures: figuresOf(previous, salesFiltersOf(before, filters.shop), seesMoney) },
      table: null,
      notes: [],
      href: dashboardHref(filters, range),
    }
  },
})

function figuresOf(sales: SalesFigures, filters: SalesFilters, seesMoney: boolean): Figure[] {
  const valid = ordersHref(filters, { valid: true })
  const all = ordersHref(filters, {})
  const average = averageOrderCents(sales)
  const rate = cancellationRate(sales)
  return [
    { name: 'orders', unit: 'count', value: String(validOrders(sales)), href: valid },
    { name: 'units', unit: 'count', value: String(sales.units), href: valid },
    { name: 'grossSales', unit: 'cents', value: String(sales.grossCents), href: valid },
    { name: 'averageOrder', unit: 'cents', value: average === null ? null : String(average), href: valid },
    {
      name: 'cancelledOrders',
      unit: 'count',
      value: String(sales.cancelled),
      href: ordersHref(filters, { status: 'cancelled' }),
    },
    { name: 'cancellationRate', unit: 'share', value: rate === null ? null : String(rate), href: all },
    ...(seesMoney
      ? [{ name: 'netOfFees', unit: 'cents', value: String(netOfFeesCents(sales)), href: valid } as const]
      : []),
  ]
}

import 'server-only'
import { z } from 'zod'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import { readSection } from './analytics-section'
import { tool } from './contract'
import { asText, cents, columnsOf, count } from './figure'
import { periodInput, readPeriod } from './period-input'
import { salesFiltersOf } from './sales-filters'

export const salesByShop = tool({
  name: 'sales_by_shop',
  description: 'Sales of each shop and channel over a period: orders, units and revenue, the most first.',
  permission: 'sales.read',
  schema: z.object({ ...periodInput }),
  run: async (viewer, input) => {
    const range = readPeriod(input, viewer.timeZone)
    const criteria = { ...range, shop: null, by: 'shop', sort: 'revenue' }
    const { section, view, href } = await readSection(viewer, 'profit', criteria)
    const shops = new Set(view.shops.map(({ id }) => id))
    const orders = ordersHref(salesFiltersOf(range, null), { valid: true })
    const rowHref = (key: string) =>
      ordersHref(
        { ...salesFiltersOf(range, shops.has(key) ? key : null), ...(shops.has(key) ? {} : { channel: key }) },
        { valid: true },
      )
    return {
      asked: { period: range, shop: null, product: null },
      figures: [cents('grossSales', section.total.revenueCents, orders), count('units', section.total.units, orders)],
      table: {
        columns: columnsOf({ shop: 'text', orders: 'count', units: 'count', revenue: 'cents' }),
        rows: section.rows.map(({ key, name, orders: placed, units, revenueCents }) => ({
          cells: [name, asText(placed), String(units), String(revenueCents)],
          href: rowHref(key),
        })),
        total: section.items,
      },
      href,
    }
  },
})

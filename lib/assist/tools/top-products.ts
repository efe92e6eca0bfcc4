import 'server-only'
import { z } from 'zod'
import { dashboardHref } from '@/lib/sales/sales-figures/filters'
import { listTopProductsFor } from '@/lib/insight/dashboard/views'
import { tool } from './contract'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { salesFiltersOf } from './sales-filters'

const MOST = 50

export const topProducts = tool({
  name: 'top_products',
  description:
    'The products that sold most by revenue over a period: units, revenue, stock available and, for roles that see cost, the margin before fees.',
  permission: 'sales.read',
  schema: z.object({ ...periodInput, ...shopInput, limit: z.int().min(1).max(MOST).default(10) }),
  run: async (viewer, input) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const filters = salesFiltersOf(range, shop?.id ?? null)
    const products = await listTopProductsFor(viewer, filters, input.limit)
    const seesMoney = products.some(({ margin }) => margin !== undefined)
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: [],
      table: {
        columns: [
          { name: 'product', unit: 'text' },
          { name: 'sku', unit: 'text' },
          { name: 'units', unit: 'count' },
          { name: 'revenue', unit: 'cents' },
          { name: 'available', unit: 'count' },
          ...(seesMoney ? [{ name: 'margin', unit: 'share' } as const] : []),
        ],
        rows: products.map(({ id, mapped, title, variation, sku, units, revenueCents, available, margin }) => ({
          cells: [
            [title, variation].filter(Boolean).join(' · '),
            sku,
            String(units),
            String(revenueCents),
            available === null ? null : String(available),
            ...(seesMoney ? [margin === null || margin === undefined ? null : String(margin)] : []),
          ],
          href: mapped ? `/dashboard/products/${id}` : '/dashboard/minha-empresa/mapeamento-produtos',
        })),
        // Only where they are fewer than were asked for is it known how many there are.
        total: products.length < input.limit ? products.length : null,
      },
      href: dashboardHref(filters, range),
    }
  },
})

import 'server-only'
import { z } from 'zod'
import { localDay } from '../dates'
import { getOrderListFor, getOrderTotalsFor, orderSightOf } from '../orders/views'
import { readOrderFilters } from '../orders/filters'
import { orderStatuses } from '../orders/schema'
import { scopeOf } from '../auth/permissions'
import { tool, type Figure } from './contract'
import { findShop, shopInput } from './outlet-input'
import { periodInput, readPeriod } from './period-input'

const path = '/dashboard/orders'

export const findOrders = tool({
  name: 'find_orders',
  description:
    'Orders by period, shop, status, or that wait for somebody (late to ship, to post today, asked to be cancelled), newest first; how many there are and the first of them.',
  permission: 'sales.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    status: z.enum(orderStatuses).optional(),
    waiting: z.enum(['late', 'today', 'cancellation']).optional(),
    unmapped: z.boolean().optional().describe('Only those with a listing that no product is mapped to'),
    limit: z.int().min(1).max(50).default(20),
  }),
  run: async (viewer, { status, waiting, unmapped, limit, ...input }) => {
    const isDated = Boolean(input.period ?? input.from ?? (waiting || unmapped ? null : '30d'))
    const range = isDated ? readPeriod(input, viewer.timeZone) : null
    const shop = await findShop(viewer, input.shop)
    const query = {
      ...range,
      ...(shop && { shop: shop.id }),
      ...(status && { status }),
      ...(waiting && { waiting }),
      ...(unmapped && { unmapped: '1' }),
    }
    const href = `${path}?${new URLSearchParams(query).toString()}`
    const { page } = await getOrderListFor(viewer, query, limit)
    const filters = readOrderFilters(query, localDay(new Date(), viewer.timeZone), orderSightOf(viewer.role))
    const totals = scopeOf(viewer.role, 'sales.read') === 'all' ? await getOrderTotalsFor(viewer, filters) : null
    const figures: Figure[] = totals
      ? [
          { name: 'ordersFound', unit: 'count', value: String(totals.orders), href },
          { name: 'grossSales', unit: 'cents', value: String(totals.grossCents), href },
        ]
      : []
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures,
      compared: null,
      table: {
        columns: [
          { name: 'order', unit: 'text' },
          { name: 'status', unit: 'text' },
          { name: 'placedOn', unit: 'day' },
          { name: 'revenue', unit: 'cents' },
        ],
        rows: page.rows.map(({ id, code, status: state, placedAt, revenueCents }) => ({
          cells: [code, state, localDay(placedAt, viewer.timeZone), String(revenueCents)],
          href: `${path}/${id}`,
        })),
        total: totals ? Number(totals.orders) : page.rows.length,
      },
      notes: totals?.more ? [{ name: 'atLeast', values: {} }] : [],
      href,
    }
  },
})

import 'server-only'
import { z } from 'zod'
import { localDay } from '@/lib/core/dates'
import { getOrderListFor, getOrderTotalsFor, orderVisibilityOf, type ListedOrder } from '@/lib/sales/orders/views'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { orderStatuses } from '@/lib/sales/orders/schema'
import type { Query } from '@/lib/core/keyset'
import { scopeOf } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import {
  tool,
  type Figure,
  type MadeAnswer,
  type ToolAnswer,
  type ToolRow,
  type ToolTable,
  type ToolViewer,
} from './contract'
import { addressOf, cents, count } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { findOrderByCode, orderInput } from './order-input'
import { isDated, periodInput, readPeriod } from './period-input'

const path = '/dashboard/orders'

export const findOrders = tool({
  name: 'find_orders',
  description:
    'Orders by period, shop, status, or that wait for somebody (to ship, about to be cancelled by the platform as nothing was scanned, late to ship, to post today, without an accepted invoice, asked to be cancelled), newest first; how many there are and the first of them. With a code, that one order alone.',
  permission: 'sales.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    status: z.enum(orderStatuses).optional(),
    waiting: z.enum(['toShip', 'cancels', 'late', 'today', 'invoice', 'cancellation']).optional(),
    order: orderInput.optional(),
    unmapped: z.boolean().optional().describe('Only those with a listing that no product is mapped to'),
    limit: z.int().min(1).max(50).default(20),
  }),
  run: async (viewer, { status, waiting, unmapped, order, limit, ...input }) => {
    if (order) return answerOne(viewer, order)
    const isOfDays = isDated(input) || !(waiting || unmapped)
    const range = isOfDays ? readPeriod(input, viewer.timeZone) : null
    const shop = await findShop(viewer, input.shop)
    const query = {
      ...range,
      ...(shop && { shop: shop.id }),
      ...(status && { status }),
      ...(waiting && { waiting }),
      ...(unmapped && { unmapped: '1' }),
    }
    const href = addressOf(path, query)
    const { page } = await getOrderListFor(viewer, query, limit)
    const filters = readOrderFilters(query, localDay(new Date(), viewer.timeZone), orderVisibilityOf(viewer.role))
    const totals = scopeOf(viewer.role, 'sales.read') === 'all' ? await getOrderTotalsFor(viewer, filters) : null
    const figures: Figure[] = totals
      ? [
          count('ordersFound', totals.orders, href),
          // An unpaid or cancelled order is no sale.
          ...(status === 'pending' || status === 'cancelled'
            ? []
            : [cents('grossSales', totals.grossCents, addressOf(path, { ...query, valid: '1' }))]),
        ]
      : []
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures,
      table: {
        columns,
        rows: page.rows.map(rowOf(viewer)),
        // Without totals to see, all is known only where all of it is here.
        total: totals && !totals.more ? Number(totals.orders) : page.next || page.previous ? null : page.rows.length,
      },
      notes: [
        ...(totals?.more ? [{ name: 'atLeast', values: {} } as const] : []),
        ...(waiting === 'today' ? await noteLate(viewer, query) : []),
      ],
      href,
    }
  },
})

const COUNTED = 50

/** Whose day is over is still to be sent, and stands in another list. */
async function noteLate(viewer: ToolViewer, query: Query): Promise<ToolAnswer['notes']> {
  const { page } = await getOrderListFor(viewer, { ...query, waiting: 'late' }, COUNTED)
  const count = `${page.rows.length}${page.next ? '+' : ''}`
  return page.rows.length === 0 ? [] : [{ name: 'lateBeside', values: { count } }]
}

const columns: ToolTable['columns'] = [
  { name: 'order', unit: 'text' },
  { name: 'status', unit: 'state', words: 'orders.filters.statuses' },
  { name: 'placedOn', unit: 'day' },
  { name: 'revenue', unit: 'cents' },
]

const rowOf =
  ({ timeZone }: ToolViewer) =>
  ({ id, code, status, placedAt, revenueCents }: ListedOrder): ToolRow => ({
    cells: [code, status, localDay(placedAt, timeZone), String(revenueCents)],
    href: `${path}/${id}`,
  })

async function answerOne(viewer: ToolViewer, code: string): Promise<MadeAnswer> {
  const order = await findOrderByCode(viewer, code)
  const { page } = order ? await getOrderListFor(viewer, { q: order.code }) : { page: { rows: [] } }
  const row = page.rows.find(({ id }) => id === order?.id)
  if (!row) throw new UserError('notFound')
  return {
    asked: { period: null, shop: null, product: null },
    figures: [],
    table: { columns, rows: [rowOf(viewer)(row)], total: 1 },
    href: `${path}/${row.id}`,
  }
}

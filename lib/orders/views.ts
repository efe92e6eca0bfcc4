import 'server-only'
import type { Member } from '../auth/member'
import { can, scopeOf } from '../auth/permissions'
import { sumSales, validOrders } from '../dashboard/metrics'
import { listSalesDays } from '../dashboard/queries'
import { localDay } from '../dates'
import { withOrganization } from '../db'
import { UserError } from '../errors'
import { asId, type Page } from '../keyset'
import { showBuyer, showName, sightOf, type Buyer } from './buyer'
import { getOrder, listMoneyLines, listOrderEvents, listOrderMovements } from './detail'
import type { OrderEvent, OrderMovement, StoredOrder } from './detail'
import { readOrderFilters, type OrderFilters, type Query } from './filters'
import { orderMoney, type OrderMoney } from './order-money'
import { getOrderFrame, listOrders, sumOrders } from './queries'
import type { Clock, OrderFrame, OrderRow, OrderTotals } from './queries'
import { mayBeCancelled, nextSteps, type ManualStep } from './stage'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'>

const PAGE_SIZE = 50
const COUNTED_AT_ONCE = 10_000

const clockOf = ({ timeZone }: Viewer, now = new Date()): Clock => ({ timeZone, now, today: localDay(now, timeZone) })

export type ListedOrder = Omit<OrderRow, 'feesCents' | 'feesEstimated'> & {
  /** Left out for roles that may not read settlement; null where no fee is known. */
  netCents?: bigint | null
  netEstimated?: boolean
}
export type OrderList = {
  filters: OrderFilters
  frame: OrderFrame
  page: Page<ListedOrder>
  today: string
  now: Date
  seesMoney: boolean
  /** Company totals are for roles that read sales without limits. */
  seesTotals: boolean
  canCreate: boolean
  canImport: boolean
}

export async function getOrderListFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<OrderList> {
  const { organizationId, role } = viewer
  if (!can(role, 'sales.read')) throw new UserError('permissionDenied')
  const clock = clockOf(viewer)
  const filters = readOrderFilters(query, clock.today)
  const { page, frame } = await withOrganization(viewer, async (db) => {
    const found = await listOrders(db, organizationId, filters, clock, size)
    const gone = found.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    return {
      page: gone ? await listOrders(db, organizationId, fromStart, clock, size) : found,
      frame: await getOrderFrame(db, organizationId),
    }
  })
  const seesMoney = can(role, 'money.read')
  const rows = page.rows.map(({ feesCents, feesEstimated, ...row }) => {
    const sight = sightOf(scopeOf(role, 'buyer.read'), hasLeft(row))
    const net = feesCents === null ? null : row.revenueCents - feesCents
    const money = seesMoney ? { netCents: net, netEstimated: feesEstimated } : {}
    return { ...row, customerName: showName(row.customerName, sight), ...money }
  })
  return {
    filters,
    frame,
    page: { ...page, rows },
    today: clock.today,
    now: clock.now,
    seesMoney,
    seesTotals: scopeOf(role, 'sales.read') === 'all',
    canCreate: can(role, 'order.create'),
    canImport: can(role, 'sheet.import'),
  }
}

/** What the filters match, all of it: from the roll-ups where they know it, else counted, up to a point. */
export async function getOrderTotalsFor(viewer: Viewer, filters: OrderFilters): Promise<OrderTotals> {
  const { organizationId, role } = viewer
  if (scopeOf(role, 'sales.read') !== 'all') throw new UserError('permissionDenied')
  const { feesCents, ...totals } = await withOrganization(viewer, async (db) => {
    const { q, waiting, statuses, valid } = filters
    if (q || waiting || statuses.length > 0)
      return sumOrders(db, organizationId, filters, clockOf(viewer), filters.exact ? null : COUNTED_AT_ONCE)
    const range = { from: filters.from ?? '0001-01-01', to: filters.to ?? '9999-12-31' }
    const sales = sumSales(await listSalesDays(db, organizationId, range, filters))
    return {
      orders: valid ? validOrders(sales) : sales.orders,
      units: sales.units,
      grossCents: sales.grossCents,
      cancelledCents: valid ? 0n : sales.cancelledCents,
      pendingCents: valid ? 0n : null,
      feesCents: sales.feesChargedCents + sales.feesEstimatedCents,
      more: false,
    }
  })
  return can(role, 'money.read') ? { ...totals, feesCents } : totals
}

/** The parcel is out of the house, or will never be needed: what masks a buyer for some roles. */
export const hasLeft = ({ status, shippedAt }: Pick<OrderRow, 'status' | 'shippedAt'>) =>
  shippedAt !== null || status === 'shipped' || status === 'delivered' || status === 'cancelled'

export type OrderItemView = Omit<StoredOrder['items'][number], 'unitCost' | 'product'> & { unitCost?: string | null }
export type OrderView = {
  order: Omit<StoredOrder, 'items' | 'buyer' | 'feesChargedCents' | 'feesEstimatedCents'> & { items: OrderItemView[] }
  outletName: string
  buyer: Buyer | null
  buyerSight: ReturnType<typeof sightOf>
  now: Date
  /** Left out for roles that may not read cost and settlement. */
  money?: OrderMoney
  movements: OrderMovement[]
  events: (OrderEvent & { own: boolean })[]
  steps: ManualStep[]
  canCancel: boolean
}

/** An order with all that is known of it; null when the organization has none with this id. */
export async function getOrderFor(viewer: Viewer & Pick<Member, 'userId'>, id: unknown): Promise<OrderView | null> {
  const { organizationId, role, userId } = viewer
  const orderId = asId(id)
  if (!orderId) return null
  return withOrganization(viewer, async (db) => {
    const found = await getOrder(db, organizationId, orderId)
    if (!found) return null
    const { items, buyer, feesChargedCents, feesEstimatedCents, ...order } = found
    const seesMoney = can(role, 'money.read')
    const sight = sightOf(scopeOf(role, 'buyer.read'), hasLeft(order))
    const fees = { feesChargedCents, feesEstimatedCents }
    const events = await listOrderEvents(db, organizationId, orderId)
    const mayChange = order.platform === 'manual' && can(role, 'order.create')
    const needsRight = order.status !== 'pending' && !can(role, 'order.cancelPaid')
    return {
      order: {
        ...order,
        customerName: showName(order.customerName, sight),
        // What was written about a customer goes no further than the customer does.
        note: sight === 'full' ? order.note : null,
        items: items.map(({ unitCost, product, ...item }) => ({
          ...item,
          sku: item.sku ?? product?.sku ?? null,
          ...(seesMoney && { unitCost: unitCost?.toFixed(6) ?? null }),
        })),
      },
      outletName: order.shop?.name ?? order.channel?.name ?? '',
      buyer: buyer && showBuyer(buyer, sight),
      buyerSight: sight,
      now: new Date(),
      movements: await listOrderMovements(db, organizationId, orderId),
      events: events.map((event) => ({ ...event, own: event.actorId === userId })),
      steps: mayChange ? nextSteps(order.status) : [],
      canCancel: mayChange && mayBeCancelled(order.status) && !needsRight,
      ...(seesMoney && {
        money: orderMoney({ ...order, ...fees }, items, await listMoneyLines(db, organizationId, orderId)),
      }),
    }
  })
}

import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { validOrders } from '../sales-figures/figures'
import { sumSalesDays } from '../sales-figures/queries'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ExpectedCharges } from '@/lib/money/fees/expected-charges'
import { getFeeTrace } from '@/lib/money/fees/order-trace'
import { asId, type Page, type Query } from '@/lib/core/keyset'
import type { OrderProfit } from '@/lib/money/profit/order-profit'
import { getOrderProfit } from '@/lib/money/profit/order-queries'
import { hasLeft, showBuyer, showName, visibilityOf, type Buyer } from './buyer'
import {
  getOrder,
  listOrderEvents,
  listOrderMovements,
  listUnitsAway,
  mayCancelPart,
  type OrderEvent,
  type OrderMovement,
  type StoredOrder,
  type UnitsAway,
} from './detail'
import {
  orderListPath,
  isBeyondRollups,
  ordersPath,
  readOrderFilters,
  type OrderFilters,
  type OrderListPath,
  type OrderVisibility,
} from './filters'
import {
  getOrderFrame,
  listOrders,
  sumOrders,
  type Clock,
  type OrderFrame,
  type OrderRow,
  type OrderTotals,
} from './queries'
import { getSettlement, type OrderSettlement } from './settlement'
import { mayBeCancelled, mayBeEdited, nextSteps, stageOf, type ManualStep } from './stage'

type FeeDetail = {
  report: 'service_fees' | 'affiliates' | 'freight'
  key: string
  name: string
  /** In the report's own sign. */
  amountCents: bigint
  /** The report's own words for how far it has been charged. */
  state: string | null
}

/** The reported fees of an order beside its income: they explain its money and are never added to it. */
const listFeeDetails = (db: Db, organizationId: string, shopId: string, code: string): Promise<FeeDetail[]> =>
  db.orderFeeDetail.findMany({
    where: { organizationId, shopId, externalCode: code },
    orderBy: [{ report: 'desc' }, { name: 'asc' }, { key: 'asc' }],
    select: { report: true, key: true, name: true, amountCents: true, state: true },
  }) as Promise<FeeDetail[]>

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Partial<Pick<Member, 'legalEntityIds'>>

const PAGE_SIZE = 50
const COUNTED_AT_ONCE = 10_000

const clockOf = ({ timeZone }: Viewer, now = new Date()): Clock => ({ timeZone, now, today: localDay(now, timeZone) })

export type ListedOrder = Omit<OrderRow, 'feesCents' | 'feesEstimated' | 'marginCents'> & {
  /** Left out for roles that may not read settlement; null where no fee is known. */
  netCents?: bigint | null
  netEstimated?: boolean
  marginCents?: bigint | null
}
export type OrderList = {
  /** The quick list, or the whole desk. */
  path: OrderListPath
  filters: OrderFilters
  frame: OrderFrame
  page: Page<ListedOrder> & { isCut: boolean }
  today: string
  now: Date
  seesMoney: boolean
  /** Company totals are for roles that read sales without limits. */
  seesTotals: boolean
  canCreate: boolean
  canImport: boolean
}

/** The role's filters and searches by the orders' money and buyers. */
export const orderVisibilityOf = (role: Member['role']): OrderVisibility => ({
  money: can(role, 'money.read'),
  buyers: scopeOf(role, 'buyer.read') === 'all',
})

export const getShownOrderListFor = (viewer: Viewer, query: Query): Promise<OrderList> =>
  withOrganization(viewer, (db) => readShownOrderList(db, viewer, query))

/** The same in a transaction that reads more. */
export const readShownOrderList = (db: Db, viewer: Viewer, query: Query): Promise<OrderList> =>
  readOrderList(db, viewer, query, PAGE_SIZE, orderListPath)

export const getOrderListFor = (viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<OrderList> =>
  withOrganization(viewer, (db) => readOrderList(db, viewer, query, size, ordersPath))

async function readOrderList(
  db: Db,
  viewer: Viewer,
  query: Query,
  size: number,
  path: OrderListPath,
): Promise<OrderList> {
  const { organizationId, role } = viewer
  if (!can(role, 'sales.read')) throw new UserError('permissionDenied')
  const clock = clockOf(viewer)
  const filters = readOrderFilters(query, clock.today, orderVisibilityOf(role))
  const seesAll = !viewer.legalEntityIds
  const orders = await listOrders(db, organizationId, filters, clock, { size, seesAll })
  const gone = orders.rows.length === 0 && (filters.after ?? filters.before) !== null
  const fromStart = { ...filters, after: null, before: null }
  const page = gone ? await listOrders(db, organizationId, fromStart, clock, { size, seesAll }) : orders
  const frame = await getOrderFrame(db, organizationId, orders.rows.length > 0)
  const seesMoney = can(role, 'money.read')
  const rows = page.rows.map(({ feesCents, feesEstimated, marginCents, ...row }) => {
    const visibility = visibilityOf(scopeOf(role, 'buyer.read'), hasLeft(row))
    const net = feesCents === null || row.unpriced ? null : row.revenueCents - feesCents
    const money = seesMoney ? { netCents: net, netEstimated: feesEstimated, marginCents } : {}
    return { ...row, customerName: showName(row.customerName, visibility), ...money }
  })
  return {
    path,
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

/**
 * The total of the filters' orders: from the roll-ups where they have it, else counted, up to a point. The first page
 * of a search knows the total, or that there are more: they are counted on request.
 */
export async function getOrderTotalsFor(
  viewer: Viewer,
  filters: OrderFilters,
  page?: OrderList['page'],
): Promise<OrderTotals> {
  const { organizationId, role } = viewer
  if (scopeOf(role, 'sales.read') !== 'all') throw new UserError('permissionDenied')
  const isSearched = page !== undefined && filters.q !== '' && !filters.exact
  if (isSearched && (page.next ?? page.previous) !== null) return manyMatches(page.rows.length)
  const { feesCents, ...totals } = await withOrganization(viewer, async (db) => {
    const { valid } = filters
    if (isSearched) {
      const known = { ...filters, q: '', ids: page.rows.map(({ id }) => id) }
      return page.rows.length === 0 ? noTotals : sumOrders(db, organizationId, known, clockOf(viewer), null)
    }
    if (isBeyondRollups(filters))
      return sumOrders(db, organizationId, filters, clockOf(viewer), filters.exact ? null : COUNTED_AT_ONCE)
    const range = { from: filters.from ?? '0001-01-01', to: filters.to ?? '9999-12-31' }
    const sales = await sumSalesDays(db, organizationId, range, filters)
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

const noTotals = {
  orders: 0n,
  units: 0n,
  grossCents: 0n,
  cancelledCents: 0n,
  pendingCents: 0n,
  feesCents: 0n,
  more: false,
}
const manyMatches = (shown: number): OrderTotals => {
  const { feesCents: _, ...totals } = noTotals
  return { ...totals, orders: BigInt(shown + 1), more: true }
}

type StoredItem = StoredOrder['items'][number]
export type OrderItemView = Omit<StoredItem, 'unitCost' | 'packagingCents' | 'product'> & { unitCost?: string | null }
export type OrderView = {
  order: Omit<StoredOrder, 'items' | 'buyer'> & { items: OrderItemView[] }
  outletName: string
  buyer: Buyer | null
  buyerVisibility: ReturnType<typeof visibilityOf>
  now: Date
  /** Left out for roles that may not read cost and settlement. */
  profit?: OrderProfit
  /** How its fees are worked out by the rule of its day; null where none holds. */
  feeTrace?: ExpectedCharges | null
  settlement?: OrderSettlement | null
  /** The reported fees beside that. */
  feeDetails?: FeeDetail[]
  movements: OrderMovement[]
  events: (OrderEvent & { own: boolean })[]
  steps: ManualStep[]
  canCancel: boolean
  canEdit: boolean
  /** Some of its units, while the rest of it still goes out. */
  canCancelItems: boolean
  /** A role that sees the customer whole may write a note on the order. */
  canNote: boolean
  /** The units that have left with a cancelled order and are to be received, for roles that may. */
  away: UnitsAway[]
}

/** An order with all that is known of it; null when the organization has none with this id. */
export async function getOrderFor(viewer: Viewer & Pick<Member, 'userId'>, id: unknown): Promise<OrderView | null> {
  const { organizationId, role, userId } = viewer
  const orderId = asId(id)
  if (!orderId) return null
  return withOrganization(viewer, async (db) => {
    const result = await getOrder(db, organizationId, orderId)
    if (!result) return null
    const { items, buyer, ...order } = result
    const seesMoney = can(role, 'money.read')
    const visibility = visibilityOf(scopeOf(role, 'buyer.read'), hasLeft(order))
    const events = await listOrderEvents(db, organizationId, orderId)
    const mayChange = order.platform === 'manual' && can(role, 'order.create')
    const profit = seesMoney ? await getOrderProfit(db, organizationId, order, items.map(toCosted)) : null
    const needsRight = order.status !== 'pending' && !can(role, 'order.cancelPaid')
    return {
      order: {
        ...order,
        customerName: showName(order.customerName, visibility),
        // A note about a customer is visible only with the customer.
        note: visibility === 'full' ? order.note : null,
        platformNote: visibility === 'full' ? order.platformNote : null,
        items: items.map(({ unitCost, packagingCents: _, product, ...item }) => ({
          ...item,
          sku: item.sku ?? product?.sku ?? null,
          ...(seesMoney && { unitCost: unitCost?.toFixed(6) ?? null }),
        })),
      },
      outletName: order.shop?.name ?? order.channel?.name ?? '',
      buyer: buyer && showBuyer(buyer, visibility),
      buyerVisibility: visibility,
      now: new Date(),
      movements: await listOrderMovements(db, organizationId, orderId),
      events: events.map((event) => ({ ...event, own: event.actorId === userId })),
      steps: mayChange ? nextSteps(order.status) : [],
      canCancel: mayChange && mayBeCancelled(order.status) && !needsRight,
      canEdit: mayChange && mayBeEdited(order) && !needsRight,
      canCancelItems:
        order.units > 1 &&
        !needsRight &&
        (order.platform === 'manual'
          ? mayChange && mayBeEdited(order)
          : await mayCancelPart(db, organizationId, order)),
      away:
        stageOf(order) === 'returning' && can(role, 'dispatch.work') && order.platform === 'manual'
          ? await listUnitsAway(db, organizationId, orderId)
          : [],
      canNote: can(role, 'order.create') && visibility === 'full',
      ...(profit && {
        profit,
        feeTrace: await getFeeTrace(db, viewer, { ...order, items }, affiliateOf(profit)),
        settlement: await getSettlement(db, organizationId, orderId),
        feeDetails:
          order.shopId && order.externalCode
            ? await listFeeDetails(db, organizationId, order.shopId, order.externalCode)
            : [],
      }),
    }
  })
}

const affiliateOf = ({ rows }: OrderProfit) =>
  rows.reduce((sum, { kind, cents }) => (kind === 'affiliate' ? sum - cents : sum), 0n)

const toCosted = ({ unitCost, ...item }: StoredItem) => ({ ...item, unitCost: unitCost?.toFixed(6) ?? null })

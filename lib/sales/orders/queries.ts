import 'server-only'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { InvoiceState } from '@/lib/generated/prisma/enums'
import type { Page } from '@/lib/core/keyset'
import { isPlaceOf, searchedOrders, type OrderFilters } from './filters'
import { isHistory } from './history'
import {
  findFewSalesChannels,
  matchingOrders,
  orderSource,
  readsListTable,
  sortings,
  type Clock,
  type OrderMatches,
} from './matching'
import type { OrderStatus } from './schema'
import { isSearchAlone, searchOrders } from './search-orders'

export type { Clock }
export type OrderRow = {
  id: string
  code: string
  /** The marketplace's code. */
  externalCode: string | null
  platform: 'manual' | 'shopee'
  outletName: string
  status: OrderStatus
  platformStatus: string | null
  invoiceState: InvoiceState | null
  cancellationAsked: boolean
  customerName: string | null
  placedAt: Date
  shipBy: Date | null
  /** Open here, and no work any more. */
  isHistory: boolean
  shippedAt: Date | null
  receivedAt: Date | null
  units: number
  revenueCents: bigint
  feesCents: bigint | null
  feesEstimated: boolean
  /** Null where an item's cost is unknown, and for what is no sale. */
  marginCents: bigint | null
  unmapped: boolean
  unpriced: boolean
  version: number
  firstTitle: string
  firstVariation: string | null
  lines: bigint
}
/** `isCut`: the search stopped at the newest orders with its words; older ones were not held against the other filters. */
export type OrderPage = Page<OrderRow> & { isCut: boolean }

type PageOptions = {
  size: number
  /** Every order that the search finds, however many. */
  isWhole?: boolean
  /** The reader sees every sales channel: none has to be checked. */
  seesAll?: boolean
}

/** Orders of every shop and channel, in the order that the filters name. */
export async function listOrders(
  db: Db,
  organizationId: string,
  filters: OrderFilters,
  clock: Clock,
  { size, isWhole = false, seesAll = false }: PageOptions,
): Promise<OrderPage> {
  const { type, column, descending } = sortings[filters.sort]
  const isPlace = (value: string) => isPlaceOf(filters.sort, value)
  const wanted = requestPage(filters, size, { ascending: !descending, isPlace })
  const { place, backwards } = wanted
  const isAlone = isSearchAlone(filters)
  const orders = await searchOrders(
    db,
    organizationId,
    filters,
    isAlone
      ? { limit: size + 1, place, backwards }
      : { limit: isWhole ? null : searchedOrders, place: null, backwards: false },
  )
  const order = orderOf(wanted)
  const withListTable = readsListTable(filters)
  const [sorted, id] = [column(withListTable), withListTable ? Prisma.sql`d.order_id` : Prisma.sql`o.id`]
  const beyond = beyondPlace(wanted, sorted, id, type)
  const first = Prisma.sql`
    SELECT o.*, ${sorted} AS sorted FROM ${orderSource(organizationId, filters, clock)}
    WHERE ${matchingOrders(organizationId, filters, clock, orders)} ${beyond}`
  const last = Prisma.sql`LIMIT ${size + 1}`
  const salesChannels =
    seesAll && !filters.entity ? null : await findFewSalesChannels(db, organizationId, filters, orders)
  const page = salesChannels
    ? Prisma.sql`SELECT o.* FROM unnest(${salesChannels}::uuid[]) x(outlet_id) CROSS JOIN LATERAL (
        ${first} AND o.outlet_id = x.outlet_id ORDER BY ${sorted} ${order}, ${id} ${order} ${last}
      ) o ORDER BY o.sorted ${order}, o.id ${order} ${last}`
    : Prisma.sql`${first} ORDER BY ${sorted} ${order}, ${id} ${order} ${last}`
  const rows = await db.$queryRaw<(OrderRow & { sorted: Date | bigint })[]>`
    WITH page AS (${page})
    SELECT o.id, o.code, o.external_code AS "externalCode", o.platform, coalesce(s.name, c.name)::text AS "outletName", o.status,
      o.platform_status AS "platformStatus", o.invoice_state AS "invoiceState", o.cancellation_asked AS "cancellationAsked", o.customer_name AS "customerName",
      o.placed_at AS "placedAt", o.ship_by AS "shipBy", ${isHistory(clock.now)} AS "isHistory", o.shipped_at AS "shippedAt", o.received_at AS "receivedAt", o.units,
      o.revenue_cents AS "revenueCents", coalesce(o.fees_charged_cents, o.fees_estimated_cents) AS "feesCents",
      o.fees_charged_cents IS NULL AS "feesEstimated", k.margin_cents AS "marginCents", coalesce(k.unmapped, false) AS unmapped,
      o.version, o.sorted, i.title AS "firstTitle", i.variation AS "firstVariation", i.lines, i.unpriced
    FROM page o
    LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
    LEFT JOIN channel c ON c.organization_id = ${organizationId}::uuid AND c.id = o.channel_id
    LEFT JOIN order_list k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
    CROSS JOIN LATERAL (
      SELECT (array_agg(i.title ORDER BY i.line))[1] AS title, (array_agg(i.variation ORDER BY i.line))[1] AS variation,
        count(*) AS lines, coalesce(bool_or(i.price_missing), false) AS unpriced
      FROM order_item i WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
    ) i
    ORDER BY o.sorted ${order}, o.id ${order}`
  const cut = pageOf(wanted, rows, (row) => ({
    value: row.sorted instanceof Date ? row.sorted.toISOString() : String(row.sorted),
    id: row.id,
  }))
  return {
    ...cut,
    rows: cut.rows.map(({ sorted: _, ...row }) => row),
    isCut: !isAlone && reaches(orders, searchedOrders),
  }
}

const reaches = (orderMatches: OrderMatches | null, count: number) =>
  orderMatches !== null && orderMatches !== 'byCode' && 'ids' in orderMatches && orderMatches.ids.length >= count

/** Units, gross and fees are those of valid orders, as on the dashboard; the rest of the value stands apart. */
export type OrderTotals = {
  orders: bigint
  units: bigint
  grossCents: bigint
  cancelledCents: bigint
  /** Null where the roll-ups, which do not know it, were asked. */
  pendingCents: bigint | null
  /** Left out for roles that may not read settlement. */
  feesCents?: bigint
  /** Counting stopped here: there are more. */
  more: boolean
}

export async function sumOrders(
  db: Db,
  organizationId: string,
  filters: OrderFilters,
  clock: Clock,
  limit: number | null,
): Promise<OrderTotals> {
  const cut = limit === null ? Prisma.empty : Prisma.sql`LIMIT ${limit + 1}`
  const reach = limit === null ? null : limit + 1
  const orders = await searchOrders(db, organizationId, filters, { limit: reach, place: null, backwards: false })
  const [sums] = await db.$queryRaw<[Required<OrderTotals>]>`
    SELECT count(*) AS orders, coalesce(sum(units) FILTER (WHERE valid), 0)::bigint AS units,
      coalesce(sum(revenue_cents) FILTER (WHERE valid), 0)::bigint AS "grossCents",
      coalesce(sum(revenue_cents) FILTER (WHERE status = 'cancelled'), 0)::bigint AS "cancelledCents",
      coalesce(sum(revenue_cents) FILTER (WHERE status = 'pending'), 0)::bigint AS "pendingCents",
      coalesce(sum(fees) FILTER (WHERE valid), 0)::bigint AS "feesCents"
    FROM (
      SELECT o.units, o.revenue_cents, o.status, coalesce(o.fees_charged_cents, o.fees_estimated_cents) AS fees,
        o.status NOT IN ('pending', 'cancelled') AS valid
      FROM ${orderSource(organizationId, filters, clock)}
      WHERE ${matchingOrders(organizationId, filters, clock, orders)} ${cut}
    ) counted`
  const isCut = reach !== null && reaches(orders, reach)
  return { ...sums, more: isCut || (limit !== null && sums.orders > BigInt(limit)) }
}

export type SalesChannel = { id: string; name: string }
/** `isOpen`: not archived, so that orders may still be placed in it. */
export type OrderFrame = {
  shops: SalesChannel[]
  channels: (SalesChannel & { isOpen: boolean })[]
  entities: SalesChannel[]
  hasOrders: boolean
}

/** The choices of the filters and the form; the company's first channel comes first. */
export async function getOrderFrame(db: Db, organizationId: string, hasOrders = false): Promise<OrderFrame> {
  const ours = Prisma.sql`organization_id = ${organizationId}::uuid`
  const named = Prisma.sql`'id', id, 'name', name`
  const list = (fields: Prisma.Sql, order: Prisma.Sql) =>
    Prisma.sql`coalesce(json_agg(json_build_object(${fields}) ORDER BY ${order}), '[]')`
  const [frame] = await db.$queryRaw<[OrderFrame]>`
    SELECT (SELECT ${list(named, Prisma.sql`name`)} FROM shop WHERE ${ours}) AS shops,
      (SELECT ${list(Prisma.sql`${named}, 'isOpen', archived_at IS NULL`, Prisma.sql`id`)} FROM channel WHERE ${ours}) AS channels,
      (SELECT ${list(named, Prisma.sql`name, id`)} FROM legal_entity WHERE ${ours}) AS entities,
      ${hasOrders} OR EXISTS (SELECT FROM orders WHERE ${ours}) AS "hasOrders"`
  return frame
}

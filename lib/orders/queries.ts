import 'server-only'
import { asPlatform } from '../dashboard/filters'
import { localRange, type Day } from '../dates'
import type { Db } from '../db'
import { Prisma } from '../generated/prisma/client'
import { cutPage, readPlace, type Page } from '../keyset'
import type { OrderFilters } from './filters'
import type { OrderStatus } from './schema'

export type OrderRow = {
  id: string
  code: string
  /** What the marketplace calls it. */
  externalCode: string | null
  platform: 'manual' | 'shopee'
  outletName: string
  status: OrderStatus
  platformStatus: string | null
  cancellationAsked: boolean
  customerName: string | null
  placedAt: Date
  shipBy: Date | null
  shippedAt: Date | null
  units: number
  revenueCents: bigint
  feesCents: bigint | null
  feesEstimated: boolean
  firstTitle: string
  firstVariation: string | null
  lines: bigint
}

export type Clock = { timeZone: string; today: Day; now: Date }

const openStatuses = Prisma.sql`o.status IN ('confirmed', 'processing')`

/** Our code or the marketplace's begins with it. Codes are upper case; the range is that of their indexes, in the order of bytes. */
function codeBegins(text: string): Prisma.Sql {
  const [from, to] = [text.toUpperCase(), `${text.toUpperCase()}\u{10FFFF}`]
  const within = (column: Prisma.Sql) =>
    Prisma.sql`(${column} COLLATE "C" >= ${from} AND ${column} COLLATE "C" < ${to})`
  return Prisma.sql`(${within(Prisma.sql`o.code`)} OR ${within(Prisma.sql`o.external_code`)})`
}

const unfinished: OrderStatus[] = ['pending', 'confirmed', 'processing', 'shipped']

export function matchingOrders(organizationId: string, filters: OrderFilters, clock: Clock): Prisma.Sql {
  const { from, to, shop, channel, statuses, valid, waiting, q } = filters
  const conditions = [Prisma.sql`o.organization_id = ${organizationId}::uuid`]
  // The days decide, as in the roll-ups; the times a day wider let the index by time be used.
  if (from) conditions.push(Prisma.sql`o.local_day >= ${from}::date AND o.placed_at >= ${from}::date - 1`)
  if (to) conditions.push(Prisma.sql`o.local_day <= ${to}::date AND o.placed_at < ${to}::date + 2`)
  if (shop) conditions.push(Prisma.sql`o.outlet_id = ${shop}::uuid`)
  const platform = asPlatform(channel)
  if (platform) conditions.push(Prisma.sql`o.platform = ${platform}::"Platform"`)
  else if (channel) conditions.push(Prisma.sql`o.outlet_id = ${channel}::uuid`)
  if (statuses.length > 0) {
    conditions.push(Prisma.sql`o.status = ANY (${statuses}::"OrderStatus"[])`)
    // Said as the partial index says it: a status itself is never a condition of an index here (decision 001).
    if (statuses.every((status) => unfinished.includes(status)))
      conditions.push(Prisma.sql`o.status IN ('pending', 'confirmed', 'processing', 'shipped')`)
  }
  if (valid) conditions.push(Prisma.sql`o.status NOT IN ('pending', 'cancelled')`)
  if (q) conditions.push(codeBegins(q))
  if (waiting) conditions.push(Prisma.sql`${openStatuses} AND ${waits(waiting, clock)}`)
  return Prisma.join(conditions, ' AND ')
}

function waits(waiting: NonNullable<OrderFilters['waiting']>, { timeZone, today, now }: Clock): Prisma.Sql {
  switch (waiting) {
    case 'late':
      return Prisma.sql`o.ship_by < ${now}::timestamptz AND NOT o.fulfilled_by_platform`
    case 'today': {
      const { end } = localRange({ from: today, to: today }, timeZone)
      return Prisma.sql`o.ship_by >= ${now}::timestamptz AND o.ship_by < ${end}::timestamptz AND NOT o.fulfilled_by_platform`
    }
    case 'cancellation':
      return Prisma.sql`o.cancellation_asked`
  }
}

const placePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Newest first, orders of every shop and channel. */
export async function listOrders(
  db: Db,
  organizationId: string,
  filters: OrderFilters,
  clock: Clock,
  size: number,
): Promise<Page<OrderRow>> {
  const found = readPlace(filters.after ?? filters.before)
  const place = found && placePattern.test(found.value) ? found : null
  const backwards = place !== null && filters.after === null
  const order = backwards ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const beyond = place
    ? Prisma.sql`AND (o.placed_at, o.id) ${backwards ? Prisma.sql`>` : Prisma.sql`<`} (${place.value}::timestamptz, ${place.id}::uuid)`
    : Prisma.empty
  const rows = await db.$queryRaw<OrderRow[]>`
    WITH page AS (
      SELECT o.* FROM orders o WHERE ${matchingOrders(organizationId, filters, clock)} ${beyond}
      ORDER BY o.placed_at ${order}, o.id ${order} LIMIT ${size + 1}
    )
    SELECT o.id, o.code, o.external_code AS "externalCode", o.platform, coalesce(s.name, c.name)::text AS "outletName", o.status,
      o.platform_status AS "platformStatus", o.cancellation_asked AS "cancellationAsked", o.customer_name AS "customerName",
      o.placed_at AS "placedAt", o.ship_by AS "shipBy", o.shipped_at AS "shippedAt", o.units,
      o.revenue_cents AS "revenueCents", coalesce(o.fees_charged_cents, o.fees_estimated_cents) AS "feesCents",
      o.fees_charged_cents IS NULL AS "feesEstimated", i.title AS "firstTitle", i.variation AS "firstVariation", i.lines
    FROM page o
    LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
    LEFT JOIN channel c ON c.organization_id = ${organizationId}::uuid AND c.id = o.channel_id
    CROSS JOIN LATERAL (
      SELECT (array_agg(i.title ORDER BY i.line))[1] AS title, (array_agg(i.variation ORDER BY i.line))[1] AS variation,
        count(*) AS lines
      FROM order_item i WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
    ) i
    ORDER BY o.placed_at ${order}, o.id ${order}`
  return cutPage(rows, { size, backwards, fromPlace: place !== null }, ({ placedAt, id }) => ({
    value: placedAt.toISOString(),
    id,
  }))
}

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
  const [sums] = await db.$queryRaw<[Required<OrderTotals>]>`
    SELECT count(*) AS orders, coalesce(sum(units) FILTER (WHERE valid), 0)::bigint AS units,
      coalesce(sum(revenue_cents) FILTER (WHERE valid), 0)::bigint AS "grossCents",
      coalesce(sum(revenue_cents) FILTER (WHERE status = 'cancelled'), 0)::bigint AS "cancelledCents",
      coalesce(sum(revenue_cents) FILTER (WHERE status = 'pending'), 0)::bigint AS "pendingCents",
      coalesce(sum(fees) FILTER (WHERE valid), 0)::bigint AS "feesCents"
    FROM (
      SELECT o.units, o.revenue_cents, o.status, coalesce(o.fees_charged_cents, o.fees_estimated_cents) AS fees,
        o.status NOT IN ('pending', 'cancelled') AS valid
      FROM orders o WHERE ${matchingOrders(organizationId, filters, clock)} ${cut}
    ) counted`
  return { ...sums, more: limit !== null && sums.orders > BigInt(limit) }
}

export type Outlet = { id: string; name: string }
/** `isOpen`: not archived, so that orders may still be placed in it. */
export type OrderFrame = { shops: Outlet[]; channels: (Outlet & { isOpen: boolean })[]; hasOrders: boolean }

/** What the filters and the form offer; the company's first channel stands first. */
export async function getOrderFrame(db: Db, organizationId: string): Promise<OrderFrame> {
  const where = { organizationId }
  const shops = await db.shop.findMany({ where, select: { id: true, name: true }, orderBy: { name: 'asc' } })
  const channels = await db.channel.findMany({
    where,
    select: { id: true, name: true, archivedAt: true },
    orderBy: { id: 'asc' },
  })
  const order = await db.order.findFirst({ where, select: { id: true } })
  return {
    shops,
    channels: channels.map(({ archivedAt, ...channel }) => ({ ...channel, isOpen: archivedAt === null })),
    hasOrders: order !== null,
  }
}

import 'server-only'
import { asPlatform } from '../sales-figures/filters'
import type { Db } from '@/lib/core/db'
import { localRange, type Day } from '@/lib/core/dates'
import { heldBy, outletsOf } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import { isHistory } from './history'
import { isPayoutLate } from './late-payouts'
import type { OrderFilters, OrderSort, OrderWait } from './filters'
import type { OrderStatus } from './schema'
import { isCancelledSoon, parcels, toShip } from './unscanned'

export type Clock = { timeZone: string; today: Day; now: Date }
/**
 * The result of a search: these orders, all that a query names, however many (they never leave the database), or, where
 * its text is the whole code of one, the codes that begin with it.
 */
export type OrderMatches = { ids: string[] } | { all: Prisma.Sql } | 'byCode'

const unfinished: OrderStatus[] = ['pending', 'confirmed', 'processing', 'shipped']
const openStatuses = Prisma.sql`o.status IN ('confirmed', 'processing')`

type Sorting = {
  /** From the desk's row where that one is read: its indexes then give the order. */
  column: (withListTable: boolean) => Prisma.Sql
  type: Prisma.Sql
  descending: boolean
}
const placedAt = (withListTable: boolean) => (withListTable ? Prisma.sql`d.placed_at` : Prisma.sql`o.placed_at`)
const instant = Prisma.sql`timestamptz`
const cents = Prisma.sql`bigint`
export const sortings: Record<OrderSort, Sorting> = {
  newest: { column: placedAt, type: instant, descending: true },
  oldest: { column: placedAt, type: instant, descending: false },
  value: { column: () => Prisma.sql`d.revenue_cents`, type: cents, descending: true },
  margin: { column: () => Prisma.sql`d.margin_cents`, type: cents, descending: false },
  shipBy: { column: () => Prisma.sql`o.ship_by`, type: instant, descending: false },
}

/** Whether what the filters ask for, or sort by, stands in the desk's row beside each order. */
export const readsListTable = ({ sort, unmapped, negative, minCents, maxCents }: OrderFilters): boolean =>
  sort === 'value' || sort === 'margin' || unmapped || negative || minCents !== null || maxCents !== null

/**
 * Where the rows come from. Those under way are few, which the planner cannot know of an enum: they are read first, and of each its
 * row of the desk.
 */
export function orderSource(organizationId: string, filters: OrderFilters, clock: Clock): Prisma.Sql {
  if (!readsListTable(filters)) return Prisma.sql`orders o`
  const few = fewOf(filters, organizationId, clock)
  if (!few)
    return Prisma.sql`order_list d JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = d.order_id`
  return Prisma.sql`(SELECT * FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND ${few} OFFSET 0) o
    CROSS JOIN LATERAL (SELECT * FROM order_list d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id LIMIT 1) d`
}

/** The predicate of the partial index that holds no more than what the filters ask for. */
function fewOf({ waiting, sort, statuses }: OrderFilters, organizationId: string, clock: Clock): Prisma.Sql | null {
  if (waiting === 'payout') return isPayoutLate(organizationId, clock)
  if (waiting || sort === 'shipBy') return openStatuses
  const underWay = statuses.length > 0 && statuses.every((status) => unfinished.includes(status))
  return underWay ? Prisma.sql`o.status IN ('pending', 'confirmed', 'processing', 'shipped')` : null
}

export function matchingOrders(
  organizationId: string,
  filters: OrderFilters,
  clock: Clock,
  orderMatches: OrderMatches | null,
): Prisma.Sql {
  const { from, to, shop, entity, channel, statuses, valid, waiting, unpriced, ids, sort } = filters
  const conditions = [
    Prisma.sql`o.organization_id = ${organizationId}::uuid`,
    ...orderListConditions(organizationId, filters),
  ]
  const placed = placedAt(readsListTable(filters))
  // The days decide, as in the roll-ups; the times a day wider let the index by time be used, which compares instants alone.
  if (from) conditions.push(Prisma.sql`o.local_day >= ${from}::date AND ${placed} >= (${from}::date - 1)::timestamptz`)
  if (to) conditions.push(Prisma.sql`o.local_day <= ${to}::date AND ${placed} < (${to}::date + 2)::timestamptz`)
  if (shop) conditions.push(Prisma.sql`o.outlet_id = ${shop}::uuid`)
  if (entity) conditions.push(heldBy(entity, { outlet: Prisma.sql`o.outlet_id`, day: Prisma.sql`o.local_day` }))
  conditions.push(...channelConditions(channel), ...statusConditions(statuses))
  if (valid) conditions.push(Prisma.sql`o.status NOT IN ('pending', 'cancelled')`)
  if (orderMatches === 'byCode') conditions.push(codeBegins(filters.q))
  else if (orderMatches && 'all' in orderMatches) conditions.push(Prisma.sql`o.id IN (${orderMatches.all})`)
  else if (orderMatches) conditions.push(Prisma.sql`o.id = ANY (${orderMatches.ids}::uuid[])`)
  if (ids.length > 0) conditions.push(Prisma.sql`o.id = ANY (${ids}::uuid[])`)
  if (unpriced)
    conditions.push(
      Prisma.sql`o.id IN (SELECT u.order_id FROM order_item u WHERE u.organization_id = ${organizationId}::uuid AND u.price_missing)`,
    )
  if (waiting === 'payout') conditions.push(isPayoutLate(organizationId, clock))
  else if (waiting === 'history') conditions.push(Prisma.sql`${openStatuses} AND ${isHistory(clock.now)}`)
  else if (waiting)
    conditions.push(
      Prisma.sql`${openStatuses} AND ${waits(waiting, organizationId, clock)} AND NOT ${isHistory(clock.now)}`,
    )
  if (sort === 'shipBy')
    conditions.push(Prisma.sql`${openStatuses} AND o.ship_by IS NOT NULL AND NOT o.fulfilled_by_platform`)
  return Prisma.join(conditions, ' AND ')
}

const fewSalesChannels = 20

/**
 * The few outlets whose orders alone the reader asks for, or may see, where a list by time is best read from each: by time alone it walks
 * over every other's. Null: many, all, one by its own name, or what another index finds.
 */
export async function findFewSalesChannels(
  db: Db,
  organizationId: string,
  filters: OrderFilters,
  orderMatches: OrderMatches | null,
): Promise<string[] | null> {
  const { shop, entity, sort, waiting, unpriced, ids } = filters
  if (shop || waiting || unpriced || orderMatches || ids.length > 0 || readsListTable(filters) || sort === 'shipBy')
    return null
  const channelSql = entity ? salesChannelsOf({ shop, entity }) : Prisma.sql`visible_outlets()`
  const [row] = await db.$queryRaw<{ outlets: string[] | null }[]>`SELECT ${channelSql} AS outlets`
  const salesChannels = row?.outlets ?? null
  return salesChannels && salesChannels.length <= fewSalesChannels ? salesChannels : null
}

/** The outlets that are asked for by their own name, or that are or once were of the legal entity; null: any. */
export function salesChannelsOf({ shop, entity }: Pick<OrderFilters, 'shop' | 'entity'>): Prisma.Sql {
  if (!entity) return shop ? Prisma.sql`ARRAY[${shop}::uuid]` : Prisma.sql`NULL::uuid[]`
  return Prisma.sql`ARRAY(SELECT x.id FROM unnest(${outletsOf(entity)}) x(id) WHERE ${shop}::uuid IS NULL OR x.id = ${shop}::uuid)`
}

function orderListConditions(organizationId: string, filters: OrderFilters): Prisma.Sql[] {
  if (!readsListTable(filters)) return []
  const { unmapped, negative, minCents, maxCents, sort, statuses } = filters
  const isNoSale = statuses.length > 0 && statuses.every((status) => status === 'pending' || status === 'cancelled')
  return [
    Prisma.sql`d.organization_id = ${organizationId}::uuid`,
    ...(unmapped ? [Prisma.sql`d.unmapped`] : []),
    ...(negative ? [Prisma.sql`d.margin_cents < 0`] : []),
    ...(sort === 'margin' ? [Prisma.sql`d.margin_cents IS NOT NULL`] : []),
    // An order that is no sale has no margin: none has to be read to find that.
    ...(isNoSale && (negative || sort === 'margin') ? [Prisma.sql`false`] : []),
    ...(minCents === null ? [] : [Prisma.sql`d.revenue_cents >= ${minCents}`]),
    ...(maxCents === null ? [] : [Prisma.sql`d.revenue_cents <= ${maxCents}`]),
  ]
}

/** A platform said as a partial index says it: an enum is never a condition of an index here (decision 001). */
function channelConditions(channel: string | null): Prisma.Sql[] {
  if (!channel) return []
  const platform = asPlatform(channel)
  if (platform === 'manual') return [Prisma.sql`o.platform = 'manual'`]
  return [platform ? Prisma.sql`o.platform = 'shopee'` : Prisma.sql`o.outlet_id = ${channel}::uuid`]
}

/** Likewise. */
function statusConditions(statuses: OrderStatus[]): Prisma.Sql[] {
  if (statuses.length === 0) return []
  if (statuses.length === 1 && statuses[0] === 'cancelled') return [Prisma.sql`o.status = 'cancelled'`]
  const among = Prisma.sql`o.status = ANY (${statuses}::"OrderStatus"[])`
  return statuses.every((status) => unfinished.includes(status))
    ? [among, Prisma.sql`o.status IN ('pending', 'confirmed', 'processing', 'shipped')`]
    : [among]
}

/** Our code or the marketplace's begins with it. Codes are upper case; the range is that of their indexes, in the order of bytes. */
function codeBegins(text: string): Prisma.Sql {
  const [from, to] = [text.toUpperCase(), `${text.toUpperCase()}\u{10FFFF}`]
  const within = (column: Prisma.Sql) =>
    Prisma.sql`(${column} COLLATE "C" >= ${from} AND ${column} COLLATE "C" < ${to})`
  return Prisma.sql`(${within(Prisma.sql`o.code`)} OR ${within(Prisma.sql`o.external_code`)})`
}

/** As the stages of the dispatch say it (lib/sales/dispatch/queries.ts). */
const lacksInvoice = Prisma.sql`o.status = 'confirmed' AND (o.invoice_state IN ('none', 'sent', 'rejected')
  OR (o.invoice_state IS NULL AND o.platform_status = 'INVOICE_PENDING')) AND NOT o.fulfilled_by_platform`

function waits(
  waiting: Exclude<OrderWait, 'payout' | 'history'>,
  organizationId: string,
  { timeZone, today, now }: Clock,
): Prisma.Sql {
  const { end } = localRange({ from: today, to: today }, timeZone)
  switch (waiting) {
    case 'late':
      return Prisma.sql`o.ship_by < ${now}::timestamptz AND NOT o.fulfilled_by_platform`
    case 'today':
      return Prisma.sql`o.ship_by >= ${now}::timestamptz AND o.ship_by < ${end}::timestamptz AND NOT o.fulfilled_by_platform`
    case 'toPost':
      return Prisma.sql`o.ship_by < ${end}::timestamptz AND NOT o.fulfilled_by_platform`
    case 'cancels':
      return Prisma.sql`${toShip} AND EXISTS (SELECT 1 FROM (SELECT 1) one ${parcels(organizationId)} WHERE ${isCancelledSoon(now)})`
    case 'toShip':
      return Prisma.sql`NOT o.fulfilled_by_platform`
    case 'invoice':
      return lacksInvoice
    case 'cancellation':
      return Prisma.sql`o.cancellation_asked`
  }
}

import 'server-only'
import { addDays, localRange, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { InvoiceState, OrderStatus } from '@/lib/generated/prisma/enums'
import { isDeadline, type Page } from '@/lib/core/keyset'
import { directChannels } from '../orders/channels'
import { isHistory } from '../orders/history'
import { cancelsAt, due, isUnscannedLate, parcels, toShip } from '../orders/unscanned'
import type { Deadline, DispatchFilters, MethodFilter, OrderKind } from './filters'
import { isLatePickup } from './late-pickup'
import type { DispatchStage } from './schema'

export type Clock = { timeZone: string; today: Day; now: Date }

export type ToShipRow = {
  id: string
  code: string
  externalCode: string
  shopId: string
  shopName: string
  status: OrderStatus
  platformStatus: string | null
  cancellationAsked: boolean
  carrier: string | null
  shipBy: Date | null
  units: number
  invoiceState: InvoiceState | null
  invoiceReason: string | null
  /** A file that waits to be sent to the platform. */
  hasInvoiceFile: boolean
  buyerName: string | null
  stage: DispatchStage
  /** The pickup failed and has to be asked for again. */
  retry: boolean
  /** When the platform will cancel it, as no carrier has scanned it; null: it will not. */
  platformCancelsAt: Date | null
  due: string
}

/** The step that an order waits for, with its parcels beside it. */
export const stage = Prisma.sql`CASE
  WHEN o.status = 'confirmed' AND o.invoice_state = 'rejected' THEN 'refused'
  WHEN o.status = 'confirmed' AND (o.invoice_state IN ('none', 'sent') OR (o.invoice_state IS NULL AND o.platform_status = 'INVOICE_PENDING')) THEN 'invoice'
  WHEN p.retry OR (o.status = 'confirmed' AND p.arranged IS NOT TRUE) THEN 'arrange'
  WHEN p.packed THEN 'packed'
  WHEN p.printed THEN 'printed'
  ELSE 'label' END`

function isDue(deadline: Deadline, { today, timeZone, now }: Clock): Prisma.Sql {
  const end = localRange({ from: today, to: today }, timeZone).end
  const dayAfter = localRange({ from: today, to: addDays(today, 1) }, timeZone).end
  switch (deadline) {
    case 'late':
      return Prisma.sql`${due} < ${now}::timestamptz`
    case 'today':
      return Prisma.sql`${due} >= ${now}::timestamptz AND ${due} < ${end}::timestamptz`
    case 'tomorrow':
      return Prisma.sql`${due} >= ${end}::timestamptz AND ${due} < ${dayAfter}::timestamptz`
    case 'later':
      return Prisma.sql`${due} >= ${dayAfter}::timestamptz`
  }
}

function leavesBy(organizationId: string, method: MethodFilter, { timeZone, today }: Clock): Prisma.Sql {
  const ofOrder = Prisma.sql`k.organization_id = ${organizationId}::uuid AND k.order_id = o.id`
  if (method === 'open')
    return Prisma.sql`NOT EXISTS (SELECT 1 FROM package k WHERE ${ofOrder} AND (k.method IS NOT NULL OR k.channel_id = ANY (${directChannels})))`
  if (method === 'failed')
    return Prisma.sql`EXISTS (SELECT 1 FROM package k WHERE ${ofOrder} AND k.platform_status = 'LOGISTICS_PICKUP_RETRY')`
  if (method === 'late')
    return Prisma.sql`EXISTS (SELECT 1 FROM package k WHERE ${ofOrder} AND ${isLatePickup(timeZone, today)})`
  if (method === 'direct')
    return Prisma.sql`EXISTS (SELECT 1 FROM package k WHERE ${ofOrder} AND (k.method = 'direct' OR k.channel_id = ANY (${directChannels})))`
  return Prisma.sql`EXISTS (SELECT 1 FROM package k WHERE ${ofOrder} AND k.method = ${method} AND (k.channel_id IS NULL OR k.channel_id <> ALL (${directChannels})))`
}

function isOfKind(organizationId: string, kind: OrderKind): Prisma.Sql {
  if (kind === 'single') return Prisma.sql`o.units = 1`
  const skus = Prisma.sql`(SELECT count(DISTINCT coalesce(i.product_id, i.listing_id)) FROM order_item i
    WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id)`
  return kind === 'oneSku' ? Prisma.sql`o.units > 1 AND ${skus} = 1` : Prisma.sql`${skus} > 1`
}

/** The order's code begins with it, or a parcel's tracking number is it. */
function searched(organizationId: string, text: string): Prisma.Sql {
  const [from, to] = [text.toUpperCase(), `${text.toUpperCase()}\u{10FFFF}`]
  const within = (column: Prisma.Sql) =>
    Prisma.sql`(${column} COLLATE "C" >= ${from} AND ${column} COLLATE "C" < ${to})`
  return Prisma.sql`(${within(Prisma.sql`o.external_code`)} OR ${within(Prisma.sql`o.code`)} OR EXISTS (
    SELECT 1 FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
      AND (k.tracking_number = ${from} OR k.number = ${from})))`
}

export function matching(organizationId: string, filters: DispatchFilters, clock: Clock): Prisma.Sql {
  const { q, due: deadline, shop, method, kind, product, carrier, run } = filters
  const conditions = [
    Prisma.sql`o.organization_id = ${organizationId}::uuid AND ${toShip} AND NOT ${isHistory(clock.now)}`,
  ]
  if (deadline) conditions.push(isDue(deadline, clock))
  if (shop) conditions.push(Prisma.sql`o.shop_id = ${shop}::uuid`)
  if (method) conditions.push(leavesBy(organizationId, method, clock))
  if (kind) conditions.push(isOfKind(organizationId, kind))
  if (product)
    conditions.push(Prisma.sql`EXISTS (SELECT 1 FROM order_item i
      WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id AND i.product_id = ${product}::uuid)`)
  if (carrier) conditions.push(Prisma.sql`o.carrier = ${carrier}`)
  if (run)
    conditions.push(Prisma.sql`o.id IN (SELECT jsonb_array_elements_text(r.input->'orderIds')::uuid FROM dispatch_run r
      WHERE r.organization_id = ${organizationId}::uuid AND r.id = ${run}::uuid)`)
  if (q) conditions.push(searched(organizationId, q))
  return Prisma.join(conditions, ' AND ')
}

const inStage = (filters: DispatchFilters) =>
  filters.stage ? Prisma.sql`AND ${stage} = ${filters.stage}` : Prisma.empty

/** The most urgent first; those without a deadline last. */
export async function listToShip(
  db: Db,
  organizationId: string,
  filters: DispatchFilters,
  clock: Clock,
  size: number,
): Promise<Page<ToShipRow>> {
  const wanted = requestPage(filters, size, { ascending: true, isPlace: isDeadline })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, due, Prisma.sql`o.id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<ToShipRow[]>`
    WITH page AS (
      SELECT o.*, ${stage} AS stage, p.retry, ${due} AS due,
        CASE WHEN ${isUnscannedLate(clock.now)} THEN ${cancelsAt} END AS platform_cancels_at FROM orders o ${parcels(organizationId)}
      WHERE ${matching(organizationId, filters, clock)} ${inStage(filters)} ${beyond}
      ORDER BY ${due} ${order}, o.id ${order} LIMIT ${size + 1}
    )
    SELECT o.id, o.code, coalesce(o.external_code, o.code) AS "externalCode", o.shop_id AS "shopId", s.name AS "shopName", o.status,
      o.platform_status AS "platformStatus", o.cancellation_asked AS "cancellationAsked", o.carrier, o.ship_by AS "shipBy", o.units,
      o.invoice_state AS "invoiceState", o.invoice_reason AS "invoiceReason", o.stage, o.retry, o.due::text AS due,
      o.platform_cancels_at AS "platformCancelsAt",
      EXISTS (SELECT 1 FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id AND d.state = 'received')
        AS "hasInvoiceFile", b.name AS "buyerName"
    FROM page o JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
    LEFT JOIN order_buyer b ON b.organization_id = ${organizationId}::uuid AND b.order_id = o.id
    ORDER BY o.due ${order}, o.id ${order}`
  return pageOf(wanted, rows, (row) => ({ value: row.due, id: row.id }))
}

/** How many orders stand in each stage, under the other filters. */
export async function countStages(
  db: Db,
  organizationId: string,
  filters: DispatchFilters,
  clock: Clock,
): Promise<Record<DispatchStage, number>> {
  const rows = await db.$queryRaw<{ stage: DispatchStage; count: bigint }[]>`
    SELECT ${stage} AS stage, count(*) AS count FROM orders o ${parcels(organizationId)}
    WHERE ${matching(organizationId, filters, clock)} GROUP BY 1`
  const counts = { invoice: 0, refused: 0, arrange: 0, label: 0, printed: 0, packed: 0 }
  for (const row of rows) counts[row.stage] = Number(row.count)
  return counts
}

/** Ids of what the filter finds, most urgent first, one more than `limit` when there are more. */
export async function listToShipIds(
  db: Db,
  organizationId: string,
  filters: DispatchFilters,
  clock: Clock,
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT o.id FROM orders o ${parcels(organizationId)}
    WHERE ${matching(organizationId, filters, clock)} ${inStage(filters)} ORDER BY ${due}, o.id LIMIT ${limit + 1}`
  return rows.map(({ id }) => id)
}

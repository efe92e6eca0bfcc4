import 'server-only'
import { localRange, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { heldBy } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import type { FiscalKind, FiscalState, OrderStatus, ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import type { Books } from '../live'
import { daysOf, type Month } from '../calendar'
import { withoutDocument } from '../documents'

/** An order of the month with its document and what was paid of it. Nothing of its buyer but the state. */
export type PackOrder = {
  id: string
  code: string
  day: Day
  outletName: string
  buyerState: string | null
  status: OrderStatus
  revenueCents: bigint
  sellerVoucherCents: bigint
  freightPaidCents: bigint
  totalCents: bigint
  paidCents: bigint | null
  documentKind: FiscalKind | null
  documentNumber: string | null
  accessKey: string | null
  documentState: FiscalState | null
  documentCents: bigint | null
  documentId: string | null
  fileId: string | null
}
export type PackPage<Row> = { rows: Row[]; next: string | null }
type Which = 'all' | 'withoutDocument' | 'withDocument'

/** A place in a list of two sorting values. */
const split = (after: string | null): [string, string] | null => {
  const [value = '', id = ''] = (after ?? '').split(' ')
  return id ? [value, id] : null
}
export const pageOf = <Row>(rows: Row[], size: number, placeOf: (row: Row) => string): PackPage<Row> => ({
  rows: rows.slice(0, size),
  next: rows.length > size ? placeOf(rows[size - 1]!) : null,
})

const joins = (organizationId: string) => Prisma.sql`
  LEFT JOIN settlement t ON t.organization_id = ${organizationId}::uuid AND t.order_id = o.id
  LEFT JOIN LATERAL (
    SELECT d.* FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id
      AND d.state NOT IN ('rejected', 'cancelled') ORDER BY d.created_at DESC, d.id DESC LIMIT 1) f ON true`

/** By day; the reader looks at one legal entity alone. */
export async function listPackOrders(
  db: Db,
  { organizationId }: Books,
  month: Month,
  which: Which,
  after: string | null,
  size: number,
): Promise<PackPage<PackOrder>> {
  const { from, to } = daysOf(month)
  const place = split(after)
  const narrowed = {
    all: Prisma.empty,
    withoutDocument: Prisma.sql`AND ${withoutDocument(organizationId)}`,
    withDocument: Prisma.sql`AND EXISTS (SELECT FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id)`,
  }[which]
  const rows = await db.$queryRaw<PackOrder[]>`
    WITH o AS MATERIALIZED (
      SELECT o.* FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.local_day BETWEEN ${from}::date AND ${to}::date ${narrowed}
        ${place ? Prisma.sql`AND (o.local_day, o.id) > (${place[0]}::date, ${place[1]}::uuid)` : Prisma.empty}
      ORDER BY o.local_day, o.id LIMIT ${size + 1}
    )
    SELECT o.id, coalesce(o.external_code, o.code) AS code, to_char(o.local_day, 'YYYY-MM-DD') AS day, o.buyer_state AS "buyerState", o.status,
      coalesce((SELECT s.name FROM shop s WHERE s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id)::text,
        (SELECT c.name FROM channel c WHERE c.organization_id = ${organizationId}::uuid AND c.id = o.channel_id)::text, '') AS "outletName",
      o.revenue_cents AS "revenueCents", o.seller_voucher_cents AS "sellerVoucherCents", o.freight_paid_cents AS "freightPaidCents",
      o.total_cents AS "totalCents", CASE WHEN t.released_cents IS NOT NULL OR t.adjusted_cents <> 0 THEN coalesce(t.released_cents, 0) + t.adjusted_cents END AS "paidCents", f.kind AS "documentKind", f.number AS "documentNumber",
      f.access_key AS "accessKey", f.state AS "documentState", f.total_cents AS "documentCents", f.id AS "documentId", f.file_id AS "fileId"
    FROM o ${joins(organizationId)} ORDER BY o.local_day, o.id`
  return pageOf(rows, size, ({ day, id }) => `${day} ${id}`)
}

export type SoldDocument = {
  id: string
  code: string
  accessKey: string | null
  isCancelled: boolean
  fileId: string | null
}

/** Every document of the month's orders that was not rejected, also the cancelled ones and what replaced them. */
export async function listSoldDocuments(
  db: Db,
  { organizationId }: Books,
  month: Month,
  after: string | null,
  size: number,
): Promise<PackPage<SoldDocument>> {
  const { from, to } = daysOf(month)
  const place = split(after)
  const rows = await db.$queryRaw<(SoldDocument & { day: Day; orderId: string })[]>`
    WITH o AS MATERIALIZED (
      SELECT o.id, o.local_day, coalesce(o.external_code, o.code) AS code FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.local_day BETWEEN ${from}::date AND ${to}::date
        AND EXISTS (SELECT FROM fiscal_document d WHERE d.organization_id = ${organizationId}::uuid AND d.order_id = o.id AND d.state <> 'rejected')
        ${place ? Prisma.sql`AND (o.local_day, o.id) > (${place[0]}::date, ${place[1]}::uuid)` : Prisma.empty}
      ORDER BY o.local_day, o.id LIMIT ${size + 1}
    )
    SELECT f.id, o.id AS "orderId", to_char(o.local_day, 'YYYY-MM-DD') AS day, o.code, f.access_key AS "accessKey", f.state = 'cancelled' AS "isCancelled",
      f.file_id AS "fileId"
    FROM o JOIN fiscal_document f ON f.organization_id = ${organizationId}::uuid AND f.order_id = o.id AND f.state <> 'rejected'
      AND f.order_id = ANY (ARRAY(SELECT id FROM o))
    ORDER BY o.local_day, o.id, f.created_at, f.id`
  // A page is of orders, each with all its documents.
  const orders = [...new Map(rows.map(({ orderId, day }) => [orderId, `${day} ${orderId}`])).values()]
  const shown = new Set(orders.slice(0, size))
  return {
    rows: rows.filter(({ day, orderId }) => shown.has(`${day} ${orderId}`)),
    next: orders.length > size ? orders[size - 1]! : null,
  }
}

export async function countPackOrders(db: Db, { organizationId, entity }: Books, month: Month): Promise<number> {
  const { from, to } = daysOf(month)
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.local_day BETWEEN ${from}::date AND ${to}::date
      AND ${heldBy(entity, { outlet: Prisma.sql`o.outlet_id`, day: Prisma.sql`o.local_day` })}`
  return row.count
}

export type LooseDocument = {
  id: string
  kind: FiscalKind
  number: string | null
  accessKey: string | null
  issuedAt: Date | null
  totalCents: bigint | null
  fileName: string | null
  fileId: string | null
  isCancelled: boolean
}

/** Documents that no order is known of, by the issuer that their key names: an entity without a CNPJ has none. */
export async function listLooseDocuments(
  db: Db,
  { organizationId, entity, timeZone }: Books,
  month: Month,
  after: string | null,
  size: number,
): Promise<PackPage<LooseDocument>> {
  const { start, end } = localRange(daysOf(month), timeZone)
  const place = split(after)
  const rows = await db.$queryRaw<(LooseDocument & { at: string })[]>`
    SELECT f.id, f.kind, f.number, f.access_key AS "accessKey", f.issued_at AS "issuedAt", f.total_cents AS "totalCents", f.file_name AS "fileName",
      f.file_id AS "fileId", f.state = 'cancelled' AS "isCancelled", f.created_at::text AS at
    FROM fiscal_document f WHERE f.state <> 'rejected' AND f.organization_id = ${organizationId}::uuid AND f.order_id IS NULL AND f.created_at >= ${start}::timestamptz
      AND coalesce(f.issued_at, f.created_at) >= ${start}::timestamptz AND coalesce(f.issued_at, f.created_at) < ${end}::timestamptz
      AND substr(f.access_key, 7, 14) = (SELECT lpad(regexp_replace(e.document, '\\D', '', 'g'), 14, '0') FROM legal_entity e
        WHERE e.organization_id = ${organizationId}::uuid AND e.id = ${entity}::uuid)
      ${place ? Prisma.sql`AND f.id > ${place[1]}::uuid` : Prisma.empty}
    ORDER BY f.id LIMIT ${size + 1}`
  return pageOf(rows, size, ({ id }) => `- ${id}`)
}

export type PackReturn = {
  id: string
  number: string
  orderCode: string
  kind: ReturnKind
  state: ReturnState
  openedAt: Date
  receivedAt: Date | null
  refundCents: bigint | null
  compensationCents: bigint | null
}

/** Those that were opened in the month. */
export async function listPackReturns(
  db: Db,
  { organizationId, timeZone }: Books,
  month: Month,
  after: string | null,
  size: number,
): Promise<PackPage<PackReturn>> {
  const { start, end } = localRange(daysOf(month), timeZone)
  const place = split(after)
  const rows = await db.$queryRaw<PackReturn[]>`
    SELECT r.id, r.number, coalesce(o.external_code, o.code) AS "orderCode", r.kind, r.state, r.opened_at AS "openedAt", r.received_at AS "receivedAt",
      r.refund_cents AS "refundCents", r.compensation_cents AS "compensationCents"
    FROM order_return r JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = r.order_id
    WHERE r.organization_id = ${organizationId}::uuid AND r.opened_at >= ${start}::timestamptz AND r.opened_at < ${end}::timestamptz
      ${place ? Prisma.sql`AND (r.opened_at, r.id) > (${new Date(place[0])}::timestamptz, ${place[1]}::uuid)` : Prisma.empty}
    ORDER BY r.opened_at, r.id LIMIT ${size + 1}`
  return pageOf(rows, size, ({ openedAt, id }) => `${openedAt.toISOString()} ${id}`)
}

export type SupplierDocument = { id: string; accessKey: string; fileId: string }

/** Supplier invoices of the month that name the legal entity. */
export async function listSupplierDocuments(
  db: Db,
  { organizationId, entity }: Books,
  month: Month,
  after: string | null,
  size: number,
): Promise<PackPage<SupplierDocument>> {
  const { from, to } = daysOf(month)
  const rows = await db.purchaseInvoice.findMany({
    where: {
      organizationId,
      legalEntityId: entity,
      issuedOn: { gte: new Date(from), lte: new Date(to) },
      ...(after && { id: { gt: after } }),
    },
    orderBy: { id: 'asc' },
    take: size + 1,
    select: { id: true, accessKey: true, fileId: true },
  })
  return pageOf(rows, size, ({ id }) => id)
}

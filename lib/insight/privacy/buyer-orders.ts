import 'server-only'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BuyerErasure, Hindrance } from './schema'

const CODES_SHOWN = 5
const HINDERED_SHOWN = 20
/** For what hinders: an order that still needs its buyer is hardly ever older, and erasing itself looks at all. */
const LOOKED_THROUGH = 1000
const PAGE = 100

export type BuyerOrder = {
  id: string
  code: string
  /** Something of its buyer is held: they were not erased yet, or something was said since. */
  left: boolean
  why: Hindrance | null
}

/** Why the buyer of an order `o` is still needed. */
const hindrance = (organizationId: string) => Prisma.sql`
  CASE
    WHEN o.status IN ('pending', 'confirmed', 'processing') THEN 'toShip'
    WHEN o.in_return OR EXISTS (SELECT 1 FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = o.id
      AND r.state NOT IN ('received', 'closed', 'cancelled')) THEN 'return'
    WHEN EXISTS (SELECT 1 FROM settlement s
      JOIN case_order k ON k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id
      JOIN recovery_case c ON c.organization_id = ${organizationId}::uuid AND c.id = k.case_id
      WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = o.id AND c.closed_at IS NULL) THEN 'case'
  END`

/**
 * Whether an order `o` holds something of its buyer. For an erased buyer only later texts count, which erase_buyer
 * erases too; the marketplace's later data comes without them. Files are kept until the night, but no longer shown.
 */
const isLeft = (organizationId: string) => Prisma.sql`
  (o.buyer_erased_at IS NULL OR o.note IS NOT NULL
    OR EXISTS (SELECT 1 FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = o.id
      AND (r.buyer_text IS NOT NULL OR r.images <> '{}' OR r.note IS NOT NULL))
    OR EXISTS (SELECT 1 FROM stored_file f WHERE f.organization_id = ${organizationId}::uuid
      AND (f.expires_at IS NULL OR f.expires_at > clock_timestamp()) AND f.id IN (
        SELECT e.file_id FROM order_evidence e WHERE e.organization_id = ${organizationId}::uuid AND e.order_id = o.id
        UNION ALL SELECT k.label_file_id FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id))
    OR EXISTS (SELECT 1 FROM settlement s
      JOIN case_order k ON k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id
      JOIN case_file f ON f.organization_id = ${organizationId}::uuid AND f.case_id = k.case_id
      WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = o.id))`

/** Whose orders: of one name at the marketplace, else of own sales to one typed name, else one order alone. */
export type Buyer = { orderId: string; code: string; key: Uint8Array | null; name: string | null }

/** The buyer of this order; null where there is no such order. */
export async function findBuyer(
  db: Db,
  organizationId: string,
  orderId: string,
  onlyThis = false,
): Promise<Buyer | null> {
  const order = await db.order.findUnique({
    where: { organizationId_id: { organizationId, id: orderId } },
    select: { code: true, externalCode: true, buyerKey: true, customerName: true },
  })
  if (!order) return null
  const { code, externalCode, buyerKey, customerName } = order
  return { orderId, code: externalCode ?? code, key: buyerKey, name: onlyThis ? null : customerName }
}

/** SQL: an order `o` is one of these. */
const areTheirs = (organizationId: string, { orderId, key, name }: Buyer) => {
  const own = Prisma.sql`o.organization_id = ${organizationId}::uuid`
  if (key) return Prisma.sql`${own} AND o.buyer_key = ${key}`
  if (name === null) return Prisma.sql`${own} AND o.id = ${orderId}::uuid`
  return Prisma.sql`${own} AND o.customer_name = ${name} AND o.buyer_key IS NULL`
}

/** All these orders, newest first. One for which the buyer is still needed says why. */
export const listBuyerOrders = (db: Db, organizationId: string, buyer: Buyer) =>
  db.$queryRaw<BuyerOrder[]>`
    SELECT o.id, coalesce(o.external_code, o.code) AS code, ${isLeft(organizationId)} AS left, ${hindrance(organizationId)} AS why
    FROM orders o WHERE ${areTheirs(organizationId, buyer)} ORDER BY o.placed_at DESC, o.id DESC`

export async function countOrders(db: Db, organizationId: string, buyer: Buyer) {
  const [counted] = await db.$queryRaw<[{ all: number; left: number; erasedAt: Date | null }]>`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE ${isLeft(organizationId)})::int AS left, max(o.buyer_erased_at) AS "erasedAt"
    FROM orders o WHERE ${areTheirs(organizationId, buyer)}`
  return counted
}

export type OrderPlace = { id: string; placedAt: Date }

/** A page of the buyer's orders, newest first. */
export const listPlaces = (db: Db, organizationId: string, buyer: Buyer, after: OrderPlace | null) =>
  db.$queryRaw<OrderPlace[]>`
    SELECT o.id, o.placed_at AS "placedAt" FROM orders o WHERE ${areTheirs(organizationId, buyer)}
      ${after ? Prisma.sql`AND (o.placed_at, o.id) < (${after.placedAt.toISOString()}::timestamptz, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY o.placed_at DESC, o.id DESC LIMIT ${PAGE}`

/** The possible actions for a buyer. Only some of many orders are listed. */
export async function buyerErasureOf(db: Db, organizationId: string, buyer: Buyer): Promise<BuyerErasure> {
  const { left, erasedAt } = await countOrders(db, organizationId, buyer)
  const newest = await db.$queryRaw<{ code: string; nth: number; why: Hindrance | null }[]>`
    SELECT * FROM (
      SELECT o.code, row_number() OVER (ORDER BY o.placed_at DESC, o.id DESC)::int AS nth, ${hindrance(organizationId)} AS why FROM (
        SELECT o.id, coalesce(o.external_code, o.code) AS code, o.placed_at, o.status, o.in_return FROM orders o
        WHERE ${areTheirs(organizationId, buyer)} AND ${isLeft(organizationId)} ORDER BY o.placed_at DESC, o.id DESC LIMIT ${LOOKED_THROUGH}) o) n
    WHERE n.nth <= ${CODES_SHOWN} OR n.why IS NOT NULL ORDER BY n.nth LIMIT ${CODES_SHOWN + HINDERED_SHOWN}`
  return {
    orderId: buyer.orderId,
    code: buyer.code,
    orders: left,
    codes: newest.slice(0, CODES_SHOWN).map(({ code }) => code),
    byName: buyer.key === null,
    erasedAt: left > 0 ? null : erasedAt,
    hindered: newest.flatMap(({ code, why }) => (why ? [{ code, why }] : [])).slice(0, HINDERED_SHOWN),
  }
}

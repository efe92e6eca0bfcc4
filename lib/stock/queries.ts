import 'server-only'
import type { Db } from '../db'
import { Prisma } from '../generated/prisma/client'
import type { MovementKind } from '../generated/prisma/enums'

export type Movement = {
  id: bigint
  kind: MovementKind
  onHandDelta: bigint
  reservedDelta: bigint
  /** On hand and reserved after this movement. */
  onHandAfter: bigint
  reservedAfter: bigint
  reason: string | null
  orderCode: string | null
  occurredAt: Date
}

export type MovementPage = { rows: Movement[]; older: bigint | null; fromPlace: boolean }

type MovementQuery = {
  before: bigint | null
  size: number
  /** For who reads only some legal entities: what an order of others moved is left out. The balances still count it. */
  ownOrdersOnly?: boolean
}

/** The own location's movements of a product, newest first, below `before` when given. */
export async function listMovements(
  db: Db,
  organizationId: string,
  productId: string,
  { before, size, ownOrdersOnly = false }: MovementQuery,
): Promise<MovementPage> {
  const place = before === null ? Prisma.empty : Prisma.sql`AND m.id < ${before}`
  const limit = Prisma.sql`ORDER BY m.id DESC LIMIT ${size + 1}`
  // Whether an order is seen is judged by its own policy. A page then reaches down to its last movement that may be seen.
  const extent = ownOrdersOnly
    ? Prisma.sql`AND m.id >= (SELECT min(seen.id) FROM (
        SELECT m.id FROM stock_movement m JOIN own ON own.location_id = m.location_id
        WHERE m.organization_id = ${organizationId}::uuid AND m.product_id = ${productId}::uuid
          ${place} AND (m.source_kind <> 'order' OR EXISTS (
            SELECT 1 FROM orders o WHERE o.organization_id = m.organization_id AND o.id = m.source_id))
        ${limit}) seen)`
    : limit
  // Balances count back from the level, which is the ledger's sum: one snapshot, and no page has to read what is older.
  const read = await db.$queryRaw<(Movement & { ofOthers: boolean })[]>`
    WITH own AS (
      SELECT s.location_id, s.on_hand, s.reserved FROM stock_level s
      JOIN stock_location l ON l.organization_id = s.organization_id AND l.id = s.location_id AND l.kind = 'own'
      WHERE s.organization_id = ${organizationId}::uuid AND s.product_id = ${productId}::uuid
    ), newer AS (
      SELECT coalesce(sum(m.on_hand_delta), 0)::bigint AS on_hand, coalesce(sum(m.reserved_delta), 0)::bigint AS reserved
      FROM stock_movement m JOIN own ON own.location_id = m.location_id
      WHERE m.organization_id = ${organizationId}::uuid AND m.product_id = ${productId}::uuid AND m.id >= ${before}::bigint
    ), page AS (
      SELECT m.* FROM stock_movement m JOIN own ON own.location_id = m.location_id
      WHERE m.organization_id = ${organizationId}::uuid AND m.product_id = ${productId}::uuid ${place} ${extent}
    )
    SELECT p.id, p.kind, p.on_hand_delta AS "onHandDelta", p.reserved_delta AS "reservedDelta", p.reason,
      o.code AS "orderCode", p.source_kind = 'order' AND o.id IS NULL AS "ofOthers", p.occurred_at AS "occurredAt",
      (own.on_hand - newer.on_hand - coalesce(sum(p.on_hand_delta) OVER later, 0))::bigint AS "onHandAfter",
      (own.reserved - newer.reserved - coalesce(sum(p.reserved_delta) OVER later, 0))::bigint AS "reservedAfter"
    FROM page p CROSS JOIN own CROSS JOIN newer
    LEFT JOIN orders o ON p.source_kind = 'order' AND o.organization_id = p.organization_id AND o.id = p.source_id
    WINDOW later AS (ORDER BY p.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ORDER BY p.id DESC`
  const rows = read.flatMap(({ ofOthers, ...movement }) => (ownOrdersOnly && ofOthers ? [] : [movement]))
  const shown = rows.slice(0, size)
  return {
    rows: shown,
    older: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
    fromPlace: before !== null,
  }
}

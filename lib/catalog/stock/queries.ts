import 'server-only'
import { localRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { cutPage, type Page } from '@/lib/core/keyset'
import {
  orderKinds,
  readMovementPlace,
  singlePlaces,
  type MovementFilters,
  type MovementKind,
  type MovementSource,
} from './filters'

export type LocationKind = 'own' | 'full' | 'transit' | 'damaged'

export type Movement = {
  id: bigint
  productId: string
  sku: string
  title: string
  locationKind: LocationKind
  /** For a Full location. */
  shopName: string | null
  kind: MovementKind
  onHandDelta: bigint
  reservedDelta: bigint
  /** On hand and reserved of the product at its location, after this movement. */
  onHandAfter: bigint
  reservedAfter: bigint
  sourceKind: MovementSource | (string & {})
  sourceId: string
  /** The page that the source is a part of: a receipt's purchase. */
  pageId: string
  /**
   * The name of the source: an order's code, a return's or a purchase's number, a count's name. Null also where the
   * viewer may not see it.
   */
  sourceName: string | null
  reason: string | null
  person: string | null
  occurredAt: Date
}

type MovementQuery = {
  timeZone: string
  size: number
  /** For who reads only some legal entities: what orders of others moved is left out. The balances still count it. */
  ownOrdersOnly?: boolean
}

const isSinglePlace = (location: string) => singlePlaces.some((known) => known === location)

export function matchingMovements(
  organizationId: string,
  filters: MovementFilters,
  { timeZone, ownOrdersOnly = false }: Omit<MovementQuery, 'size'>,
): Prisma.Sql {
  const { product, location, kind, source, sourceId, person, from, to } = filters
  const conditions = [Prisma.sql`m.organization_id = ${organizationId}::uuid`]
  if (product) conditions.push(Prisma.sql`m.product_id = ${product}::uuid`)
  if (location) conditions.push(Prisma.sql`m.location_id = ${locationId(organizationId, location)}`)
  if (kind) conditions.push(Prisma.sql`m.kind = ${kind}::"MovementKind"`)
  if (source) conditions.push(Prisma.sql`m.source_kind = ${source}`)
  if (source && sourceId) conditions.push(Prisma.sql`m.source_id = ${sourceId}::uuid`)
  if (person) conditions.push(Prisma.sql`m.actor_id = ${person}::uuid`)
  if (from) conditions.push(Prisma.sql`m.occurred_at >= ${localRange({ from, to: from }, timeZone).start}::timestamptz`)
  if (to) conditions.push(Prisma.sql`m.occurred_at < ${localRange({ from: to, to }, timeZone).end}::timestamptz`)
  // Orders move the own stock alone. Said as the partial indexes say it, so that the rare rows are not looked for among theirs.
  const isByHand =
    (kind && !orderKinds.includes(kind)) || (source && source !== 'order') || (location && location !== 'own')
  if (isByHand) conditions.push(Prisma.sql`m.kind NOT IN ('reserve', 'release', 'ship')`)
  // Whether an order or a return is seen is judged by its own policy.
  if (ownOrdersOnly)
    conditions.push(Prisma.sql`(m.source_kind NOT IN ('order', 'order_receipt', 'return')
      OR EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = m.organization_id AND o.id = m.source_id)
      OR EXISTS (SELECT 1 FROM order_return r WHERE r.organization_id = m.organization_id AND r.id = m.source_id))`)
  return Prisma.join(conditions, ' AND ')
}

const locationId = (organizationId: string, location: string) =>
  isSinglePlace(location)
    ? Prisma.sql`(SELECT id FROM stock_location WHERE organization_id = ${organizationId}::uuid AND kind = ${location}::"LocationKind")`
    : Prisma.sql`${location}::uuid`

/** The ledger, newest first, each row with what it left. */
export async function listMovements(
  db: Db,
  organizationId: string,
  filters: MovementFilters,
  { size, ...viewer }: MovementQuery,
): Promise<Page<Movement>> {
  const place = readMovementPlace(filters.after ?? filters.before)
  const backwards = place !== null && filters.after === null
  const order = backwards ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const beyond = place
    ? Prisma.sql`AND (m.occurred_at, m.id) ${backwards ? Prisma.sql`>` : Prisma.sql`<`} (${place.at}::timestamptz, ${place.id}::bigint)`
    : Prisma.empty
  const rows = await db.$queryRaw<Movement[]>`
    WITH page AS MATERIALIZED (
      SELECT m.* FROM stock_movement m WHERE ${matchingMovements(organizationId, filters, viewer)} ${beyond}
      ORDER BY m.occurred_at ${order}, m.id ${order} LIMIT ${size + 1}
    ), person AS MATERIALIZED (
      SELECT user_id, display_name FROM list_actor_names((SELECT array_agg(DISTINCT actor_id) FROM page))
    )
    SELECT m.id, m.product_id AS "productId", p.sku::text AS sku, p.title, l.kind AS "locationKind", s.name AS "shopName", m.kind,
      m.on_hand_delta AS "onHandDelta", m.reserved_delta AS "reservedDelta", m.on_hand_after AS "onHandAfter",
      m.reserved_after AS "reservedAfter", m.source_kind AS "sourceKind", m.source_id AS "sourceId",
      coalesce(u.id, m.source_id) AS "pageId", coalesce(o.external_code, o.code, r.number, c.name, i.file_name, u.number::text) AS "sourceName", m.reason, n.display_name AS person, m.occurred_at AS "occurredAt"
    FROM page m
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = m.product_id
    JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = m.location_id
    LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
    LEFT JOIN orders o ON m.source_kind IN ('order', 'order_receipt') AND o.organization_id = ${organizationId}::uuid AND o.id = m.source_id
    LEFT JOIN order_return r ON m.source_kind = 'return' AND r.organization_id = ${organizationId}::uuid AND r.id = m.source_id
    LEFT JOIN stock_count c ON m.source_kind = 'count' AND c.organization_id = ${organizationId}::uuid AND c.id = m.source_id
    LEFT JOIN import i ON m.source_kind = 'sheet' AND i.organization_id = ${organizationId}::uuid AND i.id = m.source_id
    LEFT JOIN purchase_receipt e ON m.source_kind IN ('purchase_receipt', 'purchase_reversal')
      AND e.organization_id = ${organizationId}::uuid AND e.id = m.source_id
    LEFT JOIN purchase_order u ON u.organization_id = ${organizationId}::uuid AND u.id = e.purchase_order_id
    LEFT JOIN person n ON n.user_id = m.actor_id
    ORDER BY m.occurred_at ${order}, m.id ${order}`
  return cutPage(rows, { size, backwards, fromPlace: place !== null }, ({ occurredAt, id, productId }) => ({
    value: `${occurredAt.toISOString()}|${id}`,
    id: productId,
  }))
}

/** Reads all that the filter matches: for exports, which say how far they are. */
export async function countMovements(
  db: Db,
  organizationId: string,
  filters: MovementFilters,
  viewer: Omit<MovementQuery, 'size'>,
): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM stock_movement m WHERE ${matchingMovements(organizationId, filters, viewer)}`
  return row.count
}

import 'server-only'
import type { Day } from '@/lib/core/dates'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { getListing } from './queries'
import type { PreviewInput, RemapScope } from './schema'

export type RemapCount = {
  orders: number
  revenueCents: bigint
  from: Day | null
  to: Day | null
}
export type StockChange = { productId: string; sku: string; reserved: number; onHand: number }
export type MappingPreview = {
  open: RemapCount
  shipped: RemapCount
  cancelled: RemapCount
  /** The change (+ or −) of each product's own stock, when open orders follow and when all do. */
  stock: { open: StockChange[]; all: StockChange[] }
}

export type Target = { productId: string | null; quantity: number }

export type Wanted = Target & { listingId: string }

/** Orders whose items of this listing stand for something else than the target. */
export const differing = (organizationId: string, listingId: string, { productId, quantity }: Target) => Prisma.sql`
  order_item i JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id
  WHERE i.organization_id = ${organizationId}::uuid AND i.listing_id = ${listingId}::uuid
    AND (i.product_id, i.product_quantity) IS DISTINCT FROM (${productId}::uuid, ${productId ? quantity : 1}::int)`

export function withinScope(scope: RemapScope, sinceDay: Day | null): Prisma.Sql {
  if (scope === 'open') return Prisma.sql`AND o.status IN ('pending', 'confirmed', 'processing')`
  return scope === 'since' ? Prisma.sql`AND o.local_day >= ${sinceDay}::date` : Prisma.sql`AND false`
}

type CountRow = { stage: 'open' | 'shipped' | 'cancelled'; orders: number; revenueCents: bigint; from: Day; to: Day }

/** The effect of a mapping on existing orders, before it is done. */
export async function previewMapping(scope: Scope, input: PreviewInput): Promise<MappingPreview> {
  const { organizationId } = scope
  return withOrganization(scope, async (db) => {
    if (!(await getListing(db, organizationId, input.listingId))) throw new UserError('notFound')
    return countChanges(db, organizationId, [input], input.since)
  })
}

/** Orders whose items stand for something else than is wanted of their listing, `w`. */
const unlike = (organizationId: string, wanted: readonly Wanted[], since: Day | null) => Prisma.sql`
  jsonb_to_recordset(${JSON.stringify(wanted.map(({ listingId, productId, quantity }) => ({ listing: listingId, product: productId, quantity: productId ? quantity : 1 })))}::jsonb)
    AS w(listing uuid, product uuid, quantity int)
  JOIN order_item i ON i.organization_id = ${organizationId}::uuid AND i.listing_id = w.listing
  JOIN orders o ON o.organization_id = i.organization_id AND o.id = i.order_id
  WHERE (i.product_id, i.product_quantity) IS DISTINCT FROM (w.product, w.quantity) ${since ? withinScope('since', since) : Prisma.empty}`

export async function countChanges(
  db: Db,
  organizationId: string,
  wanted: readonly Wanted[],
  since: Day | null = null,
): Promise<MappingPreview> {
  const result = unlike(organizationId, wanted, since)
  const counts = await db.$queryRaw<CountRow[]>`
      SELECT CASE WHEN o.status = 'cancelled' THEN 'cancelled' WHEN o.status IN ('shipped', 'delivered') THEN 'shipped' ELSE 'open' END AS stage,
        count(DISTINCT o.id)::int AS orders, sum(i.subtotal_cents)::bigint AS "revenueCents",
        min(o.local_day)::text AS "from", max(o.local_day)::text AS "to"
      FROM ${result} GROUP BY 1`
  const stock = await listStockChanges(db, organizationId, result)
  const open = counts.find(({ stage }) => stage === 'open')
  const shipped = counts.find(({ stage }) => stage === 'shipped')
  const cancelled = counts.find(({ stage }) => stage === 'cancelled')
  const of = (row: CountRow | undefined): RemapCount =>
    row
      ? { orders: row.orders, revenueCents: row.revenueCents, from: row.from, to: row.to }
      : { orders: 0, revenueCents: 0n, from: null, to: null }
  return { open: of(open), shipped: of(shipped), cancelled: of(cancelled), stock }
}

type ChangeRow = { productId: string; sku: string; reserved: bigint; onHand: bigint }

/**
 * By the rules of reserve_order_stock: open orders reserve, sent ones have consumed, cancelled ones keep what they took;
 * what came back to the shelf is no longer away.
 */
async function listStockChanges(db: Db, organizationId: string, result: Prisma.Sql): Promise<MappingPreview['stock']> {
  const rows = await db.$queryRaw<ChangeRow[]>`
    WITH item AS MATERIALIZED (
      SELECT i.order_id, i.line, i.product_id, i.quantity - coalesce((SELECT sum(b.sellable) FROM order_return r
          JOIN return_item b ON b.organization_id = ${organizationId}::uuid AND b.return_id = r.id AND b.order_line = i.line
          WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = i.order_id AND r.received_at IS NOT NULL), 0) AS quantity,
        i.product_quantity, o.status, w.product, w.quantity AS wanted FROM ${result} AND o.moves_stock AND o.status <> 'cancelled'
    ), unit AS (
      SELECT coalesce(k.product_id, i.product_id) AS product_id, -(i.quantity * i.product_quantity * coalesce(k.quantity, 1)) AS units, i.status
      FROM item i LEFT JOIN order_item_part k ON k.organization_id = ${organizationId}::uuid AND k.order_id = i.order_id AND k.line = i.line
        AND k.kit_id = i.product_id
      WHERE i.product_id IS NOT NULL
      UNION ALL
      SELECT coalesce(part.product_id, i.product), i.quantity * i.wanted * coalesce(part.quantity, 1), i.status
      FROM item i LEFT JOIN LATERAL (
        SELECT k.product_id, k.quantity FROM order_item_part k
        WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = i.order_id AND k.line = i.line AND k.kit_id = i.product
        UNION ALL
        SELECT k.component_id, k.quantity FROM kit_component k
        WHERE k.organization_id = ${organizationId}::uuid AND k.kit_id = i.product AND NOT EXISTS (
          SELECT 1 FROM order_item_part p WHERE p.organization_id = ${organizationId}::uuid AND p.order_id = i.order_id AND p.line = i.line
            AND p.kit_id = i.product)
      ) part ON true
      WHERE i.product IS NOT NULL
    )
    SELECT u.product_id AS "productId", p.sku::text AS sku,
      coalesce(sum(u.units) FILTER (WHERE u.status < 'shipped'), 0)::bigint AS reserved,
      coalesce(-sum(u.units) FILTER (WHERE u.status >= 'shipped'), 0)::bigint AS "onHand"
    FROM unit u JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = u.product_id
    GROUP BY 1, 2 ORDER BY 2`
  const all = rows.map((row) => ({ ...row, reserved: Number(row.reserved), onHand: Number(row.onHand) }))
  return {
    open: all.map((row) => ({ ...row, onHand: 0 })).filter(({ reserved }) => reserved !== 0),
    all: all.filter(({ reserved, onHand }) => reserved !== 0 || onHand !== 0),
  }
}

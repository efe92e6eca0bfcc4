import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { ownUnits } from '@/lib/catalog/stock/own-units'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { readDispatchFilters } from './filters'
import { byShelf } from './picking-order'
import { listToShipIds } from './queries'
import { ordersAtOnce } from './schema'
import { clockOf } from './views'

export type PickingLine = {
  /** Null for what no product is mapped to. */
  productId: string | null
  sku: string | null
  title: string
  variation: string | null
  photoFileId: string | null
  shelfAddress: string | null
  /** At the own shelf. */
  onHand: number
  units: number
  orders: { code: string; units: number }[]
}
export type PickingList = { lines: PickingLine[]; orders: number; units: number; isCut: boolean }

type Row = Omit<PickingLine, 'units' | 'orders'> & { key: string; code: string; units: bigint }

/** The units that the chosen orders (`ids`), or those of the filter, take from the shelves; kits as their parts. */
export async function getPickingListFor(
  viewer: Pick<Member, 'organizationId' | 'timeZone' | 'role'>,
  query: Query,
): Promise<PickingList> {
  const { organizationId, role } = viewer
  if (!can(role, 'order.create')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => {
    const orderIds = firstOf(query.ids)?.split(',').slice(0, ordersAtOnce)
    const matches = orderIds
      ? orderIds.flatMap((id) => asId(id) ?? [])
      : await listToShipIds(db, organizationId, readDispatchFilters(query), clockOf(viewer), ordersAtOnce)
    return pickingListOf(
      await listRowsToPick(db, organizationId, matches.slice(0, ordersAtOnce)),
      matches.length > ordersAtOnce,
    )
  })
}

/**
 * The units that the lines of these orders (an array of ids) take from the shelves. An order that has taken its stock
 * knows its kits' parts as they were then; the others go by the kit's present parts.
 */
export const partsOf = (organizationId: string, orderIds: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT i.order_id, i.line, i.listing_id, i.sku, i.title, i.variation, coalesce(t.product_id, k.component_id, i.product_id) AS product_id,
    i.quantity::bigint * CASE WHEN i.product_id IS NULL THEN 1 ELSE i.product_quantity END * coalesce(t.quantity, k.quantity, 1) AS units
  FROM order_item i
  LEFT JOIN order_item_part t ON t.organization_id = ${organizationId}::uuid AND t.order_id = i.order_id AND t.line = i.line AND t.kit_id = i.product_id
  LEFT JOIN kit_component k ON k.organization_id = ${organizationId}::uuid AND k.kit_id = i.product_id AND t.product_id IS NULL
  WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = ANY (${orderIds})`

/** Those of these orders that are to be sent, or any. */
export const listRowsToPick = (
  db: Db,
  organizationId: string,
  ids: string[],
  { anyOrder = false } = {},
): Promise<Row[]> => db.$queryRaw<Row[]>`
  WITH wanted AS (
    SELECT o.id, coalesce(o.external_code, o.code) AS code FROM orders o
    WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (${ids}::uuid[]) AND (${anyOrder}
      OR (o.platform = 'shopee' AND o.status IN ('confirmed', 'processing') AND NOT o.fulfilled_by_platform))
  ), part AS (
    SELECT w.code, i.* FROM wanted w JOIN (${partsOf(organizationId, Prisma.sql`${ids}::uuid[]`)}) i ON i.order_id = w.id
  )
  SELECT coalesce(p.id::text, x.listing_id::text, x.sku, x.title) AS key, p.id AS "productId", coalesce(p.sku::text, x.sku) AS sku,
    coalesce(p.title, x.title) AS title, CASE WHEN p.id IS NULL THEN x.variation END AS variation, p.photo_file_id AS "photoFileId",
    p.shelf_address AS "shelfAddress", coalesce(${ownUnits(organizationId, Prisma.sql`p.id`)}, 0) AS "onHand", x.code, sum(x.units)::bigint AS units
  FROM part x LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = x.product_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7, x.code, p.id ORDER BY x.code`

export function pickingListOf(rows: readonly Row[], isCut = false): PickingList {
  const lines = new Map<string, PickingLine>()
  for (const { key, code, units, ...product } of rows) {
    const line = lines.get(key) ?? { ...product, units: 0, orders: [] }
    line.units += Number(units)
    line.orders.push({ code, units: Number(units) })
    lines.set(key, line)
  }
  const sorted = [...lines.values()].sort((a, b) => byShelf({ ...a, code: a.title }, { ...b, code: b.title }))
  return {
    lines: sorted,
    orders: new Set(rows.map(({ code }) => code)).size,
    units: sorted.reduce((sum, { units }) => sum + units, 0),
    isCut,
  }
}

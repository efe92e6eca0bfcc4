import 'server-only'
import { addDays, startOfLocalDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { unitCostsOn } from '@/lib/catalog/costs/cost-queries'
import { daysOf, type Month } from '../calendar'
import type { Books } from '../live'
import { pageOf, type PackPage } from './orders'

export type InventoryRow = {
  productId: string
  sku: string
  title: string
  place: string
  units: bigint
  /** In reais, as of the month's last day; null where it is unknown. */
  cost: string | null
  valueCents: bigint | null
}

/**
 * The ledger's stock when the month ended: the present levels less later movements. Stock is the whole company's. The
 * marketplace's own warehouse is not in the ledger.
 */
export async function listInventory(
  db: Db,
  { organizationId, timeZone }: Pick<Books, 'organizationId' | 'timeZone'>,
  month: Month,
  after: string | null,
  size: number,
): Promise<PackPage<InventoryRow>> {
  const { to } = daysOf(month)
  const end = startOfLocalDay(addDays(to, 1), timeZone)
  const [productId, place] = after?.split(' ') ?? []
  const rows = await db.$queryRaw<(InventoryRow & { locationId: string })[]>`
    WITH since AS MATERIALIZED (
      SELECT product_id, location_id, sum(on_hand_delta)::bigint AS units FROM stock_movement
      WHERE organization_id = ${organizationId}::uuid AND occurred_at >= ${end}::timestamptz GROUP BY 1, 2
    )
    SELECT v.product_id AS "productId", v.location_id AS "locationId", p.sku::text AS sku, p.title, l.name AS place,
      (v.on_hand - coalesce(s.units, 0))::bigint AS units, c.cost::text AS cost,
      round((v.on_hand - coalesce(s.units, 0)) * c.cost * 100)::bigint AS "valueCents"
    FROM stock_level v
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = v.product_id
    JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = v.location_id
    LEFT JOIN since s ON s.product_id = v.product_id AND s.location_id = v.location_id
    LEFT JOIN ${unitCostsOn(organizationId, to)} c ON c.product_id = v.product_id
    WHERE v.organization_id = ${organizationId}::uuid AND v.on_hand - coalesce(s.units, 0) <> 0
      ${productId && place ? Prisma.sql`AND (v.product_id, v.location_id) > (${productId}::uuid, ${place}::uuid)` : Prisma.empty}
    ORDER BY v.product_id, v.location_id LIMIT ${size + 1}`
  return pageOf(rows, size, (row) => `${row.productId} ${row.locationId}`)
}

/** Whether the company's stock is one legal entity's alone: who reads some entities sees no other's. */
export async function isSoleEntity(db: Db, entity: string): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ sole: boolean | null }]>`SELECT sole_entity() = ${entity}::uuid AS sole`
  return row.sole ?? false
}

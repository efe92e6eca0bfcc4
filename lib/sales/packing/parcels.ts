import 'server-only'
import { ownUnits } from '@/lib/catalog/stock/own-units'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { gtinForms } from '@/lib/catalog/products/gtin'
import type { PackingParcel, ParcelLine, ParcelProblem } from './schema'

type ParcelRow = Omit<PackingParcel, 'problem' | 'lines' | 'packedAt'> & {
  packedAt: Date | null
  status: OrderStatus
  cancellationAsked: boolean
  fulfilledByPlatform: boolean
}

/** The parcel that bears the code on its label, by tracking or package number, else by its order's code: there the first that is still open. */
export async function findParcelId(db: Db, organizationId: string, code: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH named AS (
      SELECT id, false AS by_order FROM package WHERE organization_id = ${organizationId}::uuid AND tracking_number = ${code}
      UNION ALL SELECT k.id, false FROM shop s JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.shop_id = s.id AND k.number = ${code}
        WHERE s.organization_id = ${organizationId}::uuid
      UNION ALL SELECT k.id, true FROM (
        SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee' AND external_code = ${code}
        UNION ALL SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND code = ${code}) o
        JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
    )
    SELECT k.id FROM named n JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.id = n.id
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = k.order_id
    ORDER BY n.by_order, o.status = 'cancelled', k.packed_at IS NOT NULL, k.number LIMIT 1`
  return rows[0]?.id ?? null
}

/** `lock`: the order and then the parcel are held until the transaction ends. */
export async function getParcel(
  db: Db,
  organizationId: string,
  id: string,
  { lock = false } = {},
): Promise<PackingParcel | null> {
  if (lock)
    await db.$queryRaw`
      SELECT 1 FROM orders WHERE organization_id = ${organizationId}::uuid AND id = (
        SELECT order_id FROM package WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid) FOR UPDATE`
  const held = lock ? Prisma.sql`FOR UPDATE OF k` : Prisma.empty
  const rows = await db.$queryRaw<ParcelRow[]>`
    SELECT k.id, k.version, k.number, k.tracking_number AS "trackingNumber", k.carrier, k.order_id AS "orderId",
      coalesce(o.external_code, o.code) AS "orderCode", s.name AS "shopName", k.packed_at AS "packedAt", o.status,
      o.cancellation_asked AS "cancellationAsked", o.fulfilled_by_platform AS "fulfilledByPlatform",
      (SELECT n.display_name FROM list_actor_names(ARRAY[k.packed_by]) n) AS "packedBy",
      (SELECT count(*)::int FROM package p WHERE p.organization_id = ${organizationId}::uuid AND p.order_id = k.order_id) AS parcels
    FROM package k JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = k.order_id
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = k.shop_id
    WHERE k.organization_id = ${organizationId}::uuid AND k.id = ${id}::uuid ${held}`
  const row = rows[0]
  if (!row) return null
  const { status, cancellationAsked, fulfilledByPlatform, packedAt, ...parcel } = row
  const lines = await listLines(db, organizationId, row)
  const problem = problemOf({ status, cancellationAsked, fulfilledByPlatform }, lines)
  return { ...parcel, lines, problem, packedAt: packedAt?.toISOString() ?? null }
}

type ParcelStatus = Pick<ParcelRow, 'status' | 'cancellationAsked' | 'fulfilledByPlatform'>

function problemOf(order: ParcelStatus, lines: ParcelLine[]): ParcelProblem | null {
  if (order.status === 'cancelled') return 'cancelled'
  if (order.fulfilledByPlatform) return 'platformShips'
  if (order.status === 'pending') return 'unpaid'
  if (order.status !== 'confirmed' && order.status !== 'processing') return 'shipped'
  if (order.cancellationAsked) return 'cancellationAsked'
  return lines.length === 0 ? 'nothingToPack' : null
}

type LineRow = Omit<ParcelLine, 'units' | 'kits' | 'codes'> & {
  units: bigint
  kit: string | null
  barcodes: string[] | null
  listedSku: string | null
}

/**
 * The content of the parcel; for an order's only one without a stated content, the whole order. Kits as their
 * components.
 */
async function listLines(
  db: Db,
  organizationId: string,
  { id, orderId, parcels }: Pick<ParcelRow, 'id' | 'orderId' | 'parcels'>,
): Promise<ParcelLine[]> {
  const rows = await db.$queryRaw<LineRow[]>`
    WITH listed AS (
      SELECT line, quantity FROM package_item WHERE organization_id = ${organizationId}::uuid AND package_id = ${id}::uuid
    ), content AS (
      SELECT line, quantity FROM listed UNION ALL
      SELECT line, quantity FROM order_item WHERE organization_id = ${organizationId}::uuid AND order_id = ${orderId}::uuid
        AND ${parcels === 1} AND NOT EXISTS (SELECT 1 FROM listed)
    )
    SELECT coalesce(p.id, i.listing_id)::text AS key, p.id AS "productId", coalesce(p.sku::text, i.sku) AS sku, coalesce(p.title, i.title) AS title,
      CASE WHEN p.id IS NULL THEN i.variation END AS variation, p.barcodes, CASE WHEN coalesce(t.product_id, k.component_id) IS NULL THEN i.sku END AS "listedSku",
      p.photo_file_id AS "photoFileId", coalesce(${ownUnits(organizationId, Prisma.sql`p.id`)}, 0) AS "onHand", kit.sku::text AS kit,
      c.quantity::bigint * CASE WHEN i.product_id IS NULL THEN 1 ELSE i.product_quantity END * coalesce(t.quantity, k.quantity, 1) AS units
    FROM content c JOIN order_item i ON i.organization_id = ${organizationId}::uuid AND i.order_id = ${orderId}::uuid AND i.line = c.line
    LEFT JOIN order_item_part t ON t.organization_id = ${organizationId}::uuid AND t.order_id = i.order_id AND t.line = i.line AND t.kit_id = i.product_id
    LEFT JOIN kit_component k ON k.organization_id = ${organizationId}::uuid AND k.kit_id = i.product_id AND t.product_id IS NULL
    LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = coalesce(t.product_id, k.component_id, i.product_id)
    LEFT JOIN product kit ON kit.organization_id = ${organizationId}::uuid AND kit.id = i.product_id AND coalesce(t.product_id, k.component_id) IS NOT NULL
    ORDER BY c.line, p.sku`
  const lines = new Map<string, ParcelLine>()
  for (const { key, units, kit, barcodes, listedSku, ...rest } of rows) {
    const line = lines.get(key) ?? { key, ...rest, codes: [], units: 0, kits: [] }
    line.units += Number(units)
    line.codes = unique([...line.codes, ...[rest.sku, listedSku, ...(barcodes ?? []).flatMap(gtinForms)].map(asCode)])
    line.kits = unique([...line.kits, kit ?? ''])
    lines.set(key, line)
  }
  return [...lines.values()]
}

const asCode = (text: string | null) => (text ?? '').trim().toUpperCase()
const unique = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '')

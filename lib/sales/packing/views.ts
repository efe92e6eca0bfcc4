import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { asId } from '@/lib/core/keyset'
import { isHistory } from '../orders/history'

const SHOWN = 200
const MANIFESTS_SHOWN = 20

export type PackingRow = {
  id: string
  number: string
  trackingNumber: string | null
  carrier: string | null
  orderId: string
  orderCode: string
  shopName: string
  /** When the label was printed, or the parcel packed. */
  at: Date
  isStopped: boolean
}
export type ManifestRow = { id: string; number: number; carrier: string | null; closedAt: Date; parcels: number }
export type PackingLists = { unscanned: PackingRow[]; loose: PackingRow[]; manifests: ManifestRow[] }

export type ManifestSheet = ManifestRow & {
  rows: { number: string; trackingNumber: string | null; orderCode: string; shopName: string }[]
}

type Viewer = Pick<Member, 'organizationId' | 'role'>

/** Printed but not packed, of orders that are no history; packed but in no manifest; the last manifests. */
export async function getPackingFor(viewer: Viewer, now = new Date()): Promise<PackingLists> {
  const { organizationId, role } = viewer
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => ({
    unscanned: await listParcels(db, organizationId, {
      at: Prisma.sql`k.printed_at`,
      which: Prisma.sql`k.printed_at IS NOT NULL AND k.packed_at IS NULL`,
      orders: Prisma.sql`NOT ${isHistory(now)}`,
      order: Prisma.sql`k.at, k.id`,
    }),
    loose: await listParcels(db, organizationId, {
      at: Prisma.sql`k.packed_at`,
      which: Prisma.sql`k.packed_at IS NOT NULL AND k.manifest_id IS NULL`,
      orders: Prisma.sql`true`,
      order: Prisma.sql`k.carrier NULLS LAST, k.at, k.id`,
    }),
    manifests: await listManifests(db, organizationId),
  }))
}

type Parcels = Record<'at' | 'which' | 'orders' | 'order', Prisma.Sql>

/**
 * Only orders still to be shipped, order by order (the offset keeps it so): printed and never packed here is also true
 * of nearly all that were delivered long ago.
 */
const listParcels = (db: Db, organizationId: string, { at, which, orders, order }: Parcels): Promise<PackingRow[]> =>
  db.$queryRaw<PackingRow[]>`
    WITH to_ship AS MATERIALIZED (
      SELECT o.id, coalesce(o.external_code, o.code) AS code, o.cancellation_asked FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing') AND o.platform = 'shopee'
        AND NOT o.fulfilled_by_platform AND ${orders}
    )
    SELECT k.id, k.number, k.tracking_number AS "trackingNumber", k.carrier, o.id AS "orderId", o.code AS "orderCode", s.name AS "shopName",
      k.at, o.cancellation_asked AS "isStopped"
    FROM to_ship o CROSS JOIN LATERAL (
      SELECT k.id, k.number, k.tracking_number, k.carrier, k.shop_id, ${at} AS at FROM package k
      WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id AND ${which} OFFSET 0) k
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = k.shop_id
    ORDER BY ${order} LIMIT ${SHOWN}`

const listManifests = (db: Db, organizationId: string): Promise<ManifestRow[]> => db.$queryRaw<ManifestRow[]>`
  SELECT m.id, m.number, m.carrier, coalesce(m.closed_at, m.created_at) AS "closedAt",
    (SELECT count(*)::int FROM package k WHERE k.organization_id = ${organizationId}::uuid AND k.manifest_id = m.id) AS parcels
  FROM manifest m WHERE m.organization_id = ${organizationId}::uuid ORDER BY m.number DESC LIMIT ${MANIFESTS_SHOWN}`

export async function getManifestFor(viewer: Viewer, id: unknown): Promise<ManifestSheet> {
  const { organizationId, role } = viewer
  const manifestId = asId(id)
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  if (!manifestId) throw new UserError('notFound')
  return withOrganization(viewer, async (db) => {
    const manifest = await db.manifest.findUnique({
      where: { organizationId_id: { organizationId, id: manifestId } },
      select: { id: true, number: true, carrier: true, createdAt: true, closedAt: true },
    })
    if (!manifest) throw new UserError('notFound')
    const rows = await db.$queryRaw<ManifestSheet['rows']>`
      SELECT k.number, k.tracking_number AS "trackingNumber", coalesce(o.external_code, o.code) AS "orderCode", s.name AS "shopName"
      FROM package k JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = k.order_id
      JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = k.shop_id
      WHERE k.organization_id = ${organizationId}::uuid AND k.manifest_id = ${manifestId}::uuid ORDER BY s.name, k.tracking_number, k.number`
    const { createdAt, closedAt, ...manifestView } = manifest
    return { ...manifestView, closedAt: closedAt ?? createdAt, parcels: rows.length, rows }
  })
}

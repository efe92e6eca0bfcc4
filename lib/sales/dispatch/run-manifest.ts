import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import type { ManifestSheet } from '../packing/views'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'
import { getRun } from './run-record'

export type DayManifest = { carrier: string | null; shopName: string; rows: ManifestSheet['rows'] }

/** The parcels of a prepared day for each carrier, shop by shop: with a printed label and an order still to be sent. */
export async function getDayManifestFor(
  viewer: Pick<Member, 'organizationId' | 'role'>,
  id: unknown,
): Promise<{ preparedAt: Date; manifests: DayManifest[] }> {
  const { organizationId, role } = viewer
  const runId = asId(id)
  if (!can(role, 'order.create')) throw new UserError('permissionDenied')
  if (!runId) throw new UserError('notFound')
  return withOrganization(viewer, async (db) => {
    const run = await getRun(db, organizationId, runId)
    if (!run) throw new UserError('notFound')
    const rows = await db.$queryRaw<(ManifestSheet['rows'][number] & { carrier: string | null })[]>`
      SELECT k.number, k.tracking_number AS "trackingNumber", coalesce(o.external_code, o.code) AS "orderCode", s.name AS "shopName", k.carrier
      FROM dispatch_run r CROSS JOIN LATERAL jsonb_array_elements_text(r.input->'orderIds') AS chosen(id)
      JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = chosen.id::uuid
        AND o.status IN ('confirmed', 'processing') AND NOT o.cancellation_asked
      JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id AND k.printed_at IS NOT NULL
      JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = k.shop_id
      WHERE r.organization_id = ${organizationId}::uuid AND r.id = ${runId}::uuid
      ORDER BY k.carrier NULLS LAST, s.name, k.tracking_number, k.number`
    const manifests = new Map<string, DayManifest>()
    for (const { carrier, ...row } of rows) {
      const key = `${carrier ?? ''}\n${row.shopName}`
      const manifest = manifests.get(key)
      if (manifest) manifest.rows.push(row)
      else manifests.set(key, { carrier, shopName: row.shopName, rows: [row] })
    }
    return { preparedAt: run.finishedAt ?? run.createdAt, manifests: [...manifests.values()] }
  })
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import type { CloseManifestInput } from './schema'

/** Closes a manifest over packed parcels of one carrier: all of them or none. Manifests of a company count up without gaps. */
export function closeManifest(
  actor: Actor,
  { carrier, packageIds }: CloseManifestInput,
): Promise<{ manifestId: string; number: number }> {
  const { organizationId, userId } = actor
  const ids = [...new Set(packageIds)]
  return writeOnce(actor, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('manifest:' || ${organizationId}, 0))`
    // Orders before parcels, as their writers lock them; a cancelled order's parcel does not leave.
    await db.$queryRaw`
      SELECT 1 FROM orders WHERE organization_id = ${organizationId}::uuid AND id IN (
        SELECT order_id FROM package WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[])) ORDER BY id FOR UPDATE`
    const last = await db.manifest.aggregate({ where: { organizationId }, _max: { number: true } })
    const [manifestId, number] = [newId(), (last._max.number ?? 0) + 1]
    await db.manifest.create({
      data: { organizationId, id: manifestId, number, carrier, createdBy: userId, closedAt: new Date() },
      select: { id: true },
    })
    const taken = await db.$executeRaw`
      UPDATE package k SET manifest_id = ${manifestId}::uuid, version = k.version + 1
      WHERE k.organization_id = ${organizationId}::uuid AND k.id = ANY (${ids}::uuid[]) AND k.packed_at IS NOT NULL AND k.manifest_id IS NULL
        AND k.carrier IS NOT DISTINCT FROM ${carrier} AND EXISTS (
          SELECT 1 FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.id = k.order_id
            AND o.status IN ('confirmed', 'processing') AND NOT o.cancellation_asked)`
    if (taken !== ids.length) throw new UserError('manifestChanged')
    await recordAudit(db, actor, {
      event: 'manifest.closed',
      subjectId: manifestId,
      after: { number, carrier, parcels: ids.length },
    })
    return { manifestId, number }
  })
}

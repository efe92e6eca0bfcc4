import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Scope } from '@/lib/core/db'
import { syncActor } from '../streams/sync-shop'

export type TrackedParcel = { packageId: string; orderId: string }

/**
 * Stores a parcel's tracking number. A number stored meanwhile stays, and is answered; the order shows its first
 * parcel's. The order is locked before the parcel, as by all writers of both.
 */
export async function keepTracking(
  scope: Scope,
  { packageId, orderId }: TrackedParcel,
  reported: string,
): Promise<string> {
  const { organizationId } = scope
  return withOrganization(scope, async (db) => {
    await db.$queryRaw`
      SELECT 1 FROM orders WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid FOR UPDATE`
    const { count } = await db.package.updateMany({
      where: { organizationId, id: packageId, orderId, trackingNumber: null },
      data: { trackingNumber: reported, version: { increment: 1 } },
    })
    const { trackingNumber } = await db.package.findFirstOrThrow({
      where: { organizationId, id: packageId, orderId },
      select: { trackingNumber: true },
    })
    await db.order.updateMany({
      where: { organizationId, id: orderId, trackingNumber: null },
      data: { trackingNumber, version: { increment: 1 } },
    })
    if (count > 0) {
      const after = { package: packageId }
      await recordAudit(db, syncActor(organizationId), { event: 'order.trackingReceived', subjectId: orderId, after })
    }
    return trackingNumber ?? reported
  })
}

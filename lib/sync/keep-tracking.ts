import 'server-only'
import { withOrganization, type Scope } from '../db'

export type TrackedParcel = { packageId: string; orderId: string }

/**
 * The platform told a parcel's tracking number. One that it has got meanwhile stays, and is answered; the order shows its first
 * parcel's. The order is held before the parcel, as by all who write both.
 */
export async function keepTracking(scope: Scope, { packageId, orderId }: TrackedParcel, told: string): Promise<string> {
  const { organizationId } = scope
  return withOrganization(scope, async (db) => {
    await db.$queryRaw`
      SELECT 1 FROM orders WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid FOR UPDATE`
    await db.package.updateMany({
      where: { organizationId, id: packageId, orderId, trackingNumber: null },
      data: { trackingNumber: told, version: { increment: 1 } },
    })
    const { trackingNumber } = await db.package.findFirstOrThrow({
      where: { organizationId, id: packageId, orderId },
      select: { trackingNumber: true },
    })
    await db.order.updateMany({
      where: { organizationId, id: orderId, trackingNumber: null },
      data: { trackingNumber, version: { increment: 1 } },
    })
    return trackingNumber ?? told
  })
}

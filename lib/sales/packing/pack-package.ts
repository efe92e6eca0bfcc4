import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { findParcelId, getParcel } from './parcels'
import type { PackingParcel, PackInput, ParcelProblem } from './schema'

const refusals: Record<ParcelProblem, ErrorCode> = {
  cancelled: 'parcelCancelled',
  cancellationAsked: 'parcelCancellationAsked',
  shipped: 'parcelShipped',
  unpaid: 'parcelUnpaid',
  platformShips: 'parcelPlatformShips',
  nothingToPack: 'parcelUnknownContent',
}

/** The parcel of the label's code; null where it is none of the company's. */
export const findParcel = (actor: Actor, { code }: { code: string }): Promise<{ parcel: PackingParcel | null }> =>
  withOrganization(actor, async (db) => {
    const id = await findParcelId(db, actor.organizationId, code)
    return { parcel: id === null ? null : await getParcel(db, actor.organizationId, id) }
  })

/**
 * Notes that a parcel was packed, when what was counted is what it holds now and nothing keeps it from leaving. Packed before,
 * it stays as it was and the answer says so.
 */
export function packPackage(
  actor: Actor,
  { packageId, version, lines }: PackInput,
): Promise<{ packageId: string; alreadyPacked: boolean }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const parcel = await getParcel(db, organizationId, packageId, { lock: true })
    if (!parcel) throw new UserError('notFound')
    if (parcel.problem) throw new UserError(refusals[parcel.problem])
    if (parcel.packedAt) return { packageId, alreadyPacked: true }
    if (parcel.version !== version) throw new UserError('staleVersion')
    const counted = new Map(lines.map(({ key, units }) => [key, units]))
    const isWhole =
      lines.length === parcel.lines.length && parcel.lines.every((line) => counted.get(line.key) === line.units)
    if (!isWhole) throw new UserError('packingIncomplete')
    await db.package.update({
      where: { organizationId_id: { organizationId, id: packageId } },
      data: { packedAt: new Date(), packedBy: actor.userId, version: { increment: 1 } },
      select: { id: true },
    })
    const units = lines.reduce((sum, line) => sum + line.units, 0)
    await recordAudit(db, actor, {
      event: 'order.packed',
      subjectId: parcel.orderId,
      after: { package: parcel.number, units },
    })
    return { packageId, alreadyPacked: false }
  })
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor } from '@/lib/core/db'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { getSellableProduct } from '../orders/sellable-products'
import { holdParcel } from './next-parcel'
import { findParcelId, getParcel } from './parcels'
import type { PackingParcel, PackInput, ParcelProblem, ScannedProduct } from './schema'

const refusals: Record<ParcelProblem, ErrorCode> = {
  cancelled: 'parcelCancelled',
  cancellationAsked: 'parcelCancellationAsked',
  shipped: 'parcelShipped',
  unpaid: 'parcelUnpaid',
  platformShips: 'parcelPlatformShips',
  nothingToPack: 'parcelUnknownContent',
}

type Scanned = { code: string; screenId: string | null }

/** The parcel of the label's code; null where it is none of the company's. */
export const findParcel = (actor: Actor, { code, screenId }: Scanned): Promise<{ parcel: PackingParcel | null }> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const id = await findParcelId(db, organizationId, code)
    if (id !== null && screenId !== null) await holdParcel(db, organizationId, { id, screenId, isInHand: true })
    return { parcel: id === null ? null : await getParcel(db, organizationId, id) }
  })

/** The one product with this SKU or barcode. */
export const findScannedProduct = (
  actor: Actor,
  { code }: { code: string },
): Promise<{ product: ScannedProduct | null }> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const found = await getSellableProduct(db, organizationId, code)
    if (!found) return { product: null }
    const product = await db.product.findUniqueOrThrow({
      where: { organizationId_id: { organizationId, id: found.id } },
      select: { sku: true, title: true, photoFileId: true },
    })
    return { product }
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

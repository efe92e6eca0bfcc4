import 'server-only'
import type { Db } from '../db'
import { UserError } from '../errors'

const UNCLAIMED_HOURS = 24

export const unclaimedUntil = (now = new Date()) => new Date(now.getTime() + UNCLAIMED_HOURS * 3_600_000)

/** Keeps an uploaded photo with its product, and lets the one it replaces expire. */
export async function claimPhoto(db: Db, organizationId: string, photoFileId: string | null, replaced: string | null) {
  if (photoFileId === replaced) return
  if (replaced) {
    await db.storedFile.updateMany({
      where: { organizationId, id: replaced },
      data: { expiresAt: unclaimedUntil() },
    })
  }
  if (!photoFileId) return
  const { count } = await db.storedFile.updateMany({
    where: { organizationId, id: photoFileId, kind: 'photo' },
    data: { expiresAt: null },
  })
  if (count === 0) throw new UserError('notFound', { fields: { photoFileId: ['products.fields.photoGone'] } })
}

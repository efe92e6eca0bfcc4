import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

const UNCLAIMED_HOURS = 24

export const unclaimedUntil = (now = new Date()) => new Date(now.getTime() + UNCLAIMED_HOURS * 3_600_000)

/** Keeps an uploaded photo with the one product that shows it. A photo that already has its product is not taken. */
export async function claimPhoto(db: Db, organizationId: string, photoFileId: string | null) {
  if (!photoFileId) return
  const { count } = await db.storedFile.updateMany({
    where: { organizationId, id: photoFileId, kind: 'photo', expiresAt: { gt: new Date() } },
    data: { expiresAt: null },
  })
  if (count === 0) throw new UserError('notFound', { fields: { photoFileId: ['products.fields.photoGone'] } })
}

/** Lets a photo expire once the last product that showed it has another; to be asked after that product changed. */
export async function releasePhoto(db: Db, organizationId: string, photoFileId: string | null) {
  if (!photoFileId) return
  const shown = await db.product.findFirst({ where: { organizationId, photoFileId }, select: { id: true } })
  if (shown) return
  await db.storedFile.updateMany({ where: { organizationId, id: photoFileId }, data: { expiresAt: unclaimedUntil() } })
}

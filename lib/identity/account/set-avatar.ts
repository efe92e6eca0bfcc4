import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { callGlobal, withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { asId } from '@/lib/core/keyset'
import { encodeAvatar } from './avatar'
import type { UploadAvatarInput } from './schema'

/** Stores the picture as it is encoded here, never the uploaded file. A new picture has a new address. */
export async function uploadAvatar(actor: Actor, { photo }: UploadAvatarInput): Promise<{ avatarId: string }> {
  const image = await encodeAvatar(actor.userId!, new Uint8Array(await photo.arrayBuffer()))
  if (!image) throw new UserError('avatarInvalid', { fields: { photo: ['errors.avatarInvalid'] } })
  const avatarId = newId()
  await setAvatar(actor, avatarId, Uint8Array.from(image))
  return { avatarId }
}

export async function removeAvatar(actor: Actor): Promise<null> {
  await setAvatar(actor, null, null)
  return null
}

async function setAvatar(actor: Actor, avatarId: string | null, image: Uint8Array<ArrayBuffer> | null): Promise<void> {
  await withOrganization(actor, async (db) => {
    await db.$queryRaw`SELECT set_avatar(${actor.userId}::uuid, ${avatarId}::uuid, ${image})::text`
    const after = { picture: image ? 'set' : 'removed' }
    await recordAudit(db, actor, { event: 'account.profileUpdated', subjectId: actor.userId!, after })
  })
}

/** A picture as its owner, or who shares an organization with them, may see it; else null. */
export async function getAvatarFor(viewer: { userId: string }, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const avatarId = asId(id)
  if (!avatarId) return null
  const [avatar] = await callGlobal<{ image: Uint8Array<ArrayBuffer> }>(
    Prisma.sql`SELECT image FROM get_avatar(${viewer.userId}::uuid, ${avatarId}::uuid)`,
  )
  return avatar?.image ?? null
}

import 'server-only'
import { Readable } from 'node:stream'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requireRoom } from '@/lib/core/files/room'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { unclaimedUntil } from './claim-photo'
import { encodePhoto } from './photo'
import { maxPhotoBytes, type UploadPhotoInput } from './schema'

/**
 * Stores a picture for a product that is saved next; one that no product claims expires. The call's key is not claimed:
 * a key's answer depends on the call's text, and two pictures look the same to it.
 */
export async function uploadPhoto(actor: Actor, { photo }: UploadPhotoInput): Promise<{ id: string }> {
  await requireRoom()
  const encoded = await encodePhoto(actor, new Uint8Array(await photo.arrayBuffer()))
  if (!encoded) throw new UserError('photoInvalid', { fields: { photo: ['products.fields.photoInvalid'] } })
  const file = await writeFile(actor.organizationId, Readable.from([encoded]), maxPhotoBytes)
  try {
    await withOrganization(actor, (db) =>
      recordFile(db, actor, file, { kind: 'photo', name: photo.name || 'photo.webp', expiresAt: unclaimedUntil() }),
    )
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
  return { id: file.id }
}

import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { requireRoom } from '@/lib/core/files/room'
import { announcedBytes, bodyOf } from '@/lib/core/http/read-body'
import { uploadInput } from './schema'
import { uploadImport } from './upload-import'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'

const uploadLimit = { name: 'upload', points: 30, seconds: 600 }

/**
 * The body is the file itself, so that it streams to disk; what belongs to it stands in the address, and the organization
 * that the form was rendered for in a header (which another site's form cannot send).
 */
export async function receiveUpload(actor: Actor, request: Request): Promise<{ importId: string }> {
  const organizationId = request.headers.get('x-organization-id')
  if (!organizationId) throw new UserError('invalidInput')
  if (organizationId !== actor.organizationId) throw new UserError('organizationChanged')
  const key = z.uuid().nullable().safeParse(request.headers.get('x-idempotency-key'))
  if (!key.success) throw new UserError('invalidInput')
  const query = new URL(request.url).searchParams
  const input = uploadInput.safeParse({
    fileName: query.get('fileName'),
    shopId: query.get('shopId'),
    shopName: query.get('shopName'),
  })
  if (!input.success) {
    const message = input.error.issues[0]?.message
    throw new UserError(message === 'errors.importShopNeeded' ? 'importShopNeeded' : 'invalidInput')
  }
  const megabytes = sheetLimits.fileBytes / 1_048_576
  if (announcedBytes(request) > sheetLimits.fileBytes)
    throw new UserError('importFileTooLarge', { values: { megabytes } })
  if (!request.body) throw new UserError('importFileEmpty')
  await requireRoom()
  await limitCalls(uploadLimit, actor.userId ?? actor.organizationId)
  return uploadImport(actor, input.data, bodyOf(request), key.data)
}

import 'server-only'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requireRoom } from '@/lib/core/files/room'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { reportRefusal } from '@/lib/core/sheets/refusal'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'
import { enqueueImport } from '../order-imports/enqueue-import'
import { expireUnconfirmed, requireOpenImport, sheetKeptUntil } from '../order-imports/open-imports'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { announcedBytes, bodyOf } from '@/lib/core/http/read-body'
import { requireMoneyImport } from './may-import'
import { inspectMoneyFile } from './read-file'
import type { MoneyFileOptions, MoneyUpload } from './schema'

/** Several files are dropped at once. */
const uploadLimit = { name: 'upload-money', points: 60, seconds: 600 }

/** The body is the file itself; the organization that the form was rendered for stands in a header, which another site's form cannot send. */
export async function receiveMoneyFile(
  actor: Actor,
  request: Request,
  upload: MoneyUpload,
): Promise<{ importId: string }> {
  requireMoneyImport(actor)
  const organizationId = request.headers.get('x-organization-id')
  if (!organizationId) throw new UserError('invalidInput')
  if (organizationId !== actor.organizationId) throw new UserError('organizationChanged')
  const key = z.uuid().nullable().safeParse(request.headers.get('x-idempotency-key'))
  if (!key.success) throw new UserError('invalidInput')
  if (announcedBytes(request) > sheetLimits.fileBytes)
    throw new UserError('importFileTooLarge', { values: { megabytes: sheetLimits.fileBytes / 1_048_576 } })
  if (!request.body) throw new UserError('importFileEmpty')
  await requireRoom()
  await limitCalls(uploadLimit, actor.userId ?? actor.organizationId)
  return uploadMoneyFile(actor, upload, bodyOf(request), key.data)
}

/** Stores a file and has it checked. A file that cannot be one is refused here and leaves nothing behind. */
export async function uploadMoneyFile(
  actor: Actor,
  { fileName, shopId }: MoneyUpload,
  body: Readable,
  idempotencyKey: string | null,
): Promise<{ importId: string }> {
  const { organizationId, userId } = actor
  requireMoneyImport(actor)
  const file = await writeFile(organizationId, body, sheetLimits.fileBytes, { inspect: inspectMoneyFile }).catch(
    reportRefusal,
  )
  try {
    const bodyHash = createHash('sha256').update(file.sha256).update(JSON.stringify({ fileName, shopId })).digest()
    const request = idempotencyKey ? { route: 'uploadMoneyFile', key: idempotencyKey, bodyHash } : undefined
    const options: MoneyFileOptions = shopId ? { ownerId: shopId } : {}
    const answer = await writeOnce({ ...actor, ...(request && { request }) }, async (db) => {
      if (shopId && !(await db.shop.findFirst({ where: { organizationId, id: shopId }, select: { id: true } })))
        throw new UserError('notFound')
      await requireOpenImport(db, organizationId, 'money')
      const importId = newId()
      const expiresAt = sheetKeptUntil()
      await recordFile(db, actor, file, { kind: 'import', name: fileName, expiresAt })
      await db.import.create({
        data: { organizationId, id: importId, kind: 'money', fileId: file.id, fileName, options, createdBy: userId },
        select: { id: true },
      })
      await expireUnconfirmed(db, importId)
      await enqueueImport(db, actor, 'import-check', importId)
      const after = { fileName, bytes: file.bytes, kind: 'money' }
      await recordAudit(db, actor, { event: 'import.uploaded', subjectId: importId, after })
      return { importId, fileId: file.id }
    })
    if (answer.fileId !== file.id) await removeFile(file.place)
    return { importId: answer.importId }
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
}

import 'server-only'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requireRoom } from '@/lib/core/files/room'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { announcedBytes, bodyOf } from '@/lib/core/http/read-body'
import { enqueueImport } from './enqueue-import'
import { expireUnconfirmed, requireOpenImport, sheetKeptUntil } from './open-imports'
import { reportRefusal } from '@/lib/core/sheets/refusal'
import type { SheetKind, SheetOptions } from './sheet-run'
import { inspectTableFile } from '@/lib/core/sheets/table-reader'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'

const uploadLimit = { name: 'upload', points: 30, seconds: 600 }

export type SheetUpload = { kind: SheetKind; fileName: string; channel: string | null }

/** The body is the file itself; the organization that the form was rendered for stands in a header, which another site's form cannot send. */
export async function receiveSheet(actor: Actor, request: Request, upload: SheetUpload): Promise<{ importId: string }> {
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
  return uploadSheet(actor, upload, bodyOf(request), key.data)
}

/**
 * Stores a sheet of products or sales and has it checked. A file that cannot be a sheet is refused here and leaves
 * nothing behind.
 */
export async function uploadSheet(
  actor: Actor,
  { kind, fileName, channel }: SheetUpload,
  body: Readable,
  idempotencyKey: string | null,
): Promise<{ importId: string }> {
  const { organizationId, userId, role } = actor
  const file = await writeFile(organizationId, body, sheetLimits.fileBytes, { inspect: inspectTableFile }).catch(
    reportRefusal,
  )
  try {
    const said = JSON.stringify({ kind, fileName, channel })
    const bodyHash = createHash('sha256').update(file.sha256).update(said).digest()
    const request = idempotencyKey ? { route: 'uploadSheet', key: idempotencyKey, bodyHash } : undefined
    const options = { seesMoney: can(role, 'money.read'), ...(channel && { channel }) } satisfies SheetOptions
    const answer = await writeOnce({ ...actor, ...(request && { request }) }, async (db) => {
      await requireOpenImport(db, organizationId, kind)
      const importId = newId()
      const expiresAt = sheetKeptUntil()
      await recordFile(db, actor, file, { kind: 'import', name: fileName, expiresAt })
      await db.import.create({
        data: { organizationId, id: importId, kind, fileId: file.id, fileName, options, createdBy: userId },
        select: { id: true },
      })
      await expireUnconfirmed(db, importId)
      await enqueueImport(db, actor, 'import-check', importId)
      await recordAudit(db, actor, {
        event: 'import.uploaded',
        subjectId: importId,
        after: { fileName, bytes: file.bytes, kind },
      })
      return { importId, fileId: file.id }
    })
    if (answer.fileId !== file.id) await removeFile(file.place)
    return { importId: answer.importId }
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
}

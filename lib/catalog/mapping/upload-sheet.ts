import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requireRoom } from '@/lib/core/files/room'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { inspectSheetFile } from '@/lib/core/sheets/zip-directory'
import { requireOwnUpload } from '@/lib/core/http/own-upload'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { announcedBytes, bodyOf } from '@/lib/core/http/read-body'
import { enqueueMappingRun } from './map-listing'
import { refusalOfSheet } from './refusal'

const MAX_BYTES = 20 * 1_048_576
const KEPT_MS = 2 * 86_400_000
const uploadLimit = { name: 'upload', points: 30, seconds: 600 }

/** The body is the file itself. A file that cannot be a sheet is refused here and leaves nothing behind. */
export async function uploadMappingSheet(actor: Actor, request: Request): Promise<{ runId: string }> {
  const { organizationId, userId } = actor
  requireOwnUpload(request, organizationId)
  const fileName = (new URL(request.url).searchParams.get('fileName') ?? '').replaceAll('\0', '').slice(0, 200)
  if (!request.body || !fileName) throw new UserError('importFileEmpty')
  if (announcedBytes(request) > MAX_BYTES)
    throw new UserError('fileTooLarge', { values: { megabytes: MAX_BYTES / 1_048_576 } })
  await requireRoom()
  await limitCalls(uploadLimit, userId ?? organizationId)
  const file = await writeFile(organizationId, bodyOf(request), MAX_BYTES, { inspect: inspectSheetFile }).catch(refuse)
  try {
    return await withOrganization(actor, async (db) => {
      const runId = newId()
      const expiresAt = new Date(Date.now() + KEPT_MS)
      await recordFile(db, actor, file, { kind: 'import', name: fileName, expiresAt })
      const data = { organizationId, id: runId, kind: 'sheet', fileId: file.id, fileName, createdBy: userId } as const
      await db.mappingRun.create({ data, select: { id: true } })
      await enqueueMappingRun(db, 'mapping-sheet-read', { runId, userId }, organizationId)
      await recordAudit(db, actor, {
        event: 'listing.sheetUploaded',
        subjectId: runId,
        after: { fileName, bytes: file.bytes },
      })
      return { runId }
    })
  } catch (error) {
    await removeFile(file.place)
    throw error
  }
}

function refuse(error: unknown): never {
  if (error instanceof SheetRefused) throw new UserError(refusalOfSheet(error.code), { values: error.values })
  throw error
}

import 'server-only'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { requireRoom } from '@/lib/core/files/room'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { requireOwnUpload } from '@/lib/core/http/own-upload'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { announcedBytes, bodyOf } from '@/lib/core/http/read-body'
import { newId } from '@/lib/core/ids'
import { reportRefusal } from '@/lib/core/sheets/refusal'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'
import type { Prisma } from '@/lib/generated/prisma/client'
import { enqueueImport } from './enqueue-import'
import { expireUnconfirmed, requireOpenImport, sheetKeptUntil } from './open-imports'
import type { ImportKind } from './schema'

export type SentFile = { body: Readable; key: string | null }

/** The body is the file itself, so that it streams to disk; what belongs to it stands in the address. */
export async function receiveImportFile(actor: Actor, request: Request, limit: CallLimit): Promise<SentFile> {
  const key = requireOwnUpload(request, actor.organizationId)
  if (announcedBytes(request) > sheetLimits.fileBytes)
    throw new UserError('importFileTooLarge', { values: { megabytes: sheetLimits.fileBytes / 1_048_576 } })
  if (!request.body) throw new UserError('importFileEmpty')
  await requireRoom()
  await limitCalls(limit, actor.userId ?? actor.organizationId)
  return { body: bodyOf(request), key }
}

type NewImport = { shopId?: string | null; options: Prisma.InputJsonObject; audited: Record<string, string | null> }
type ImportFile = {
  /** The name of the call that an idempotency key is kept for. */
  route: string
  kind: ImportKind
  /** The file's name and all else that was sent with it: always the same under one key. */
  input: Record<string, string | null> & { fileName: string }
  /** Looks at the whole file before it is kept. */
  inspect: (path: string) => Promise<unknown>
  /** Completes the import by its kind, in the transaction that makes it. */
  describe: (db: Db) => NewImport | Promise<NewImport>
}

/** Stores a file and has it checked. A file that cannot be one of its kind is refused here and leaves nothing behind. */
export async function storeImport(
  actor: Actor,
  { route, kind, input, inspect, describe }: ImportFile,
  { body, key }: SentFile,
): Promise<{ importId: string }> {
  const { organizationId, userId } = actor
  const { fileName } = input
  const file = await writeFile(organizationId, body, sheetLimits.fileBytes, { inspect }).catch(reportRefusal)
  try {
    const bodyHash = createHash('sha256').update(file.sha256).update(JSON.stringify(input)).digest()
    const request = key ? { route, key, bodyHash } : undefined
    const answer = await writeOnce({ ...actor, ...(request && { request }) }, async (db) => {
      await requireOpenImport(db, organizationId, kind)
      const { shopId = null, options, audited } = await describe(db)
      const importId = newId()
      await recordFile(db, actor, file, { kind: 'import', name: fileName, expiresAt: sheetKeptUntil() })
      await db.import.create({
        data: { organizationId, id: importId, kind, fileId: file.id, fileName, shopId, options, createdBy: userId },
        select: { id: true },
      })
      await expireUnconfirmed(db, importId)
      await enqueueImport(db, actor, 'import-check', importId)
      await recordAudit(db, actor, {
        event: 'import.uploaded',
        subjectId: importId,
        after: { fileName, bytes: file.bytes, ...audited },
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

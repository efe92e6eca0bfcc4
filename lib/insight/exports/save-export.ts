import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { noteProblem } from '@/lib/connect/drive/access'
import { reserveFileId } from '@/lib/connect/drive/client'
import { uploadFile } from '@/lib/connect/drive/upload'
import { findDriveTarget } from '@/lib/connect/drive/views'
import { UserError } from '@/lib/core/errors'
import { getFile, withLocalFile } from '@/lib/core/files/store'
import { contentTypes } from '@/lib/core/exports/file-formats'
import { getExport } from './queries'
import { isSameVisibility, requireRequester } from './requester'

type SaveOptions = { firstWaitMs?: number }
const onConnection = ['driveFolderNotFound', 'driveFolderReadOnly', 'driveApiDisabled', 'driveFull']

/** Sends a finished file to the chosen folder. Run again it goes on with the same file: none is made twice. */
export async function saveExport(actor: Actor, exportId: string, options: SaveOptions = {}): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: exportId } }
  const [exportView, target] = await withOrganization(actor, async (db) => [
    await getExport(db, organizationId, exportId),
    await findDriveTarget(db, organizationId),
  ])
  if (!exportView || exportView.driveLink) return
  if (!exportView.file) throw new UserError('exportExpired')
  if (!target) throw new UserError('driveFolderMissing')
  const { file, filter, kind, format, createdBy } = exportView
  const requester = await withOrganization(actor, (db) => requireRequester(db, createdBy, kind))
  if (!filter.madeAs || !isSameVisibility(requester, filter.madeAs)) throw new UserError('exportRightsChanged')
  const fileId = exportView.driveFileId ?? (await reserveFileId(organizationId))
  await withOrganization(actor, (db) =>
    db.export.update({ where, data: { driveFileId: fileId }, select: { id: true } }),
  )
  const upload = { fileId, folderId: target.folderId, name: file.name, type: contentTypes[format] }
  const stored = await withOrganization(actor, (db) => getFile(db, organizationId, file.id))
  if (!stored) throw new UserError('exportExpired')
  const saved = await withLocalFile(stored, (path) =>
    uploadFile(organizationId, { ...upload, path, bytes: Number(file.bytes) }, options),
  )
  const driveLink = saved.webViewLink ?? `https://drive.google.com/file/d/${saved.id}/view`
  await withOrganization(actor, async (db) => {
    await db.export.update({ where, data: { driveLink, errorCode: null, reference: null }, select: { id: true } })
    await recordAudit(db, actor, { event: 'export.saved', subjectId: exportId, after: { folder: target.folderName } })
  })
}

/** The file stays for download; the list says why it is not in the drive. */
export async function failSaving(actor: Actor, exportId: string, code: string, reference?: string): Promise<void> {
  const { organizationId } = actor
  await withOrganization(actor, (db) =>
    db.export.updateMany({
      where: { organizationId, id: exportId, driveLink: null },
      data: { errorCode: code, reference: reference ?? null },
    }),
  )
  if (onConnection.includes(code)) await noteProblem(organizationId, code)
}

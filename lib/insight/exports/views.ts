import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { actorOf, type Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { findDriveTarget } from '@/lib/connect/drive/views'
import { FileStoreError, UserError } from '@/lib/core/errors'
import type { KeptFile } from '@/lib/core/files/file-store'
import { getFile, openFile, type OpenedFile } from '@/lib/core/files/store'
import { asId } from '@/lib/core/keyset'
import { logger } from '@/lib/core/logging/logger'
import { toWebStream } from '@/lib/core/http/web-stream'
import { contentTypes } from '@/lib/core/exports/file-formats'
import { exportables } from './exportables'
import { driveSavingOf, getExport, listExports, missingOf, progressOf, type ExportRecord } from './queries'
import { isSameVisibility } from './requester'
import { isWholeCompany, runningExports, type DriveSaving, type ExportProgress } from '@/lib/core/exports/schema'

const SHOWN = 50

export type ExportItem = Pick<
  ExportRecord,
  'id' | 'kind' | 'format' | 'state' | 'done' | 'total' | 'errorCode' | 'reference' | 'createdAt'
> & { filtered: boolean; missing: number; expiresAt: Date | null; drive: DriveSaving | null; mayRepeat: boolean }
export type ExportOverview = { exports: ExportItem[]; hasDrive: boolean; running: boolean }

export async function getExportOverviewFor(member: Member): Promise<ExportOverview> {
  const { organizationId, userId, role } = member
  const [result, target] = await withOrganization(member, async (db) => [
    await listExports(db, organizationId, userId, SHOWN),
    await findDriveTarget(db, organizationId),
  ])
  const exports = result.map((item): ExportItem => {
    const { id, kind, format, state, done, total, errorCode, reference, createdAt, filter, file } = item
    const shown = { id, kind, format, state, done, total, errorCode, reference, createdAt }
    return {
      ...shown,
      filtered: filter.query !== '',
      missing: missingOf(item),
      expiresAt: file?.expiresAt ?? null,
      drive: driveSavingOf(item),
      mayRepeat: can(role, exportables[kind].permission) && !filter.isForgotten && !isWholeCompany(kind),
    }
  })
  const running = exports.some(({ state, drive }) => runningExports.includes(state) || drive?.state === 'saving')
  return { exports, hasDrive: target !== null, running }
}

/** Where exports can be saved beside the download. */
export async function getExportOptionsFor(member: Member): Promise<{ driveFolder: string | null }> {
  const target = await withOrganization(member, (db) => findDriveTarget(db, member.organizationId))
  return { driveFolder: target?.folderName ?? null }
}

const mayRead = (member: Member, { createdBy, kind }: ExportRecord) =>
  can(member.role, exportables[kind].permission) &&
  (createdBy === member.userId || member.role === 'owner' || member.role === 'admin')

async function requireExport(member: Member, id: string): Promise<ExportRecord> {
  const exportId = asId(id)
  const result = exportId && (await withOrganization(member, (db) => getExport(db, member.organizationId, exportId)))
  if (!result || !mayRead(member, result)) throw new UserError('notFound')
  return result
}

export const getExportProgressFor = async (member: Member, id: string): Promise<ExportProgress> =>
  progressOf(await requireExport(member, id))

/** The file for its requester, as long as they may see what it was written for, or for who may see everything. */
export async function openExportFor(member: Member, id: string): Promise<OpenedFile> {
  const { kind, format, stored } = await requireFile(member, id)
  if (isWholeCompany(kind))
    await withOrganization(member, (db) =>
      recordAudit(db, actorOf(member), { event: 'organization.archiveFetched', subjectId: member.organizationId }),
    )
  return {
    name: stored.name,
    type: contentTypes[format],
    bytes: stored.bytes,
    content: toWebStream(await openStored(stored)),
  }
}

/** Whether openExportFor would answer, by failing as it would. */
export async function checkExportFor(member: Member, id: string): Promise<null> {
  const { stored } = await requireFile(member, id)
  const opened = await openStored(stored)
  opened.destroy()
  return null
}

/** Unlike other files, an export that is lost can be made again. */
const openStored = (stored: KeptFile) =>
  openFile(stored).catch((error: unknown) => {
    if (!(error instanceof FileStoreError) || error.problem !== 'missing') throw error
    logger().error({ err: error, place: stored.place }, 'a stored export is lost')
    throw new UserError('exportLost')
  })

async function requireFile(member: Member, id: string) {
  const { kind, format, state, file, filter } = await requireExport(member, id)
  if (state === 'expired') throw new UserError('exportExpired')
  if (!file || !filter.madeAs) throw new UserError('notFound')
  const seesAll = member.role === 'owner' || member.role === 'admin'
  const visibility = { role: member.role, legalEntityIds: member.legalEntityIds }
  if (!seesAll && !isSameVisibility(visibility, filter.madeAs)) throw new UserError('exportRightsChanged')
  const stored = await withOrganization(member, (db) => getFile(db, member.organizationId, file.id))
  if (!stored) throw new UserError('notFound')
  return { kind, format, stored }
}

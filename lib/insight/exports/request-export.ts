import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { findDriveTarget } from '@/lib/connect/drive/views'
import { UserError } from '@/lib/core/errors'
import { requireRoom } from '@/lib/core/files/room'
import { newId } from '@/lib/core/ids'
import { holdsSearch, withoutSearch } from '@/lib/core/text/search-words'
import { enqueueExport } from './enqueue-export'
import type { ExportContext } from '@/lib/core/exports/list-kind'
import { translatorOf } from '@/lib/core/i18n/translator'
import { exportables } from './exportables'
import { getExport, lockExport } from './queries'
import {
  isPack,
  isWholeCompany,
  runningExports,
  type ExportFilter,
  type ExportIdInput,
  type ExportKind,
  type FileFormat,
  type RequestExportInput,
} from '@/lib/core/exports/schema'

const AT_ONCE = 5

type RequestedExport = { exportId: string }

/** Has the worker write a list to a file: what the filter finds, not the page. */
export const requestExport = (actor: Actor, input: RequestExportInput): Promise<RequestedExport> =>
  writeOnce(actor, (db) => addExport(db, actor, input))

async function addExport(db: Db, actor: Actor, input: RequestExportInput): Promise<RequestedExport> {
  const { organizationId, userId, role } = actor
  const { kind, language, toDrive } = input
  const format = isPack(kind) ? 'zip' : input.format
  if (format === 'zip' && !isPack(kind)) throw new UserError('invalidInput')
  if (!userId || !can(role, exportables[kind].permission)) throw new UserError('permissionDenied')
  // Those that are asked for at once count each other.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`exports:${organizationId}:${userId}`}, 0))`
  const open = await db.export.count({
    where: { organizationId, createdBy: userId, state: { in: ['waiting', 'running'] } },
  })
  if (open >= AT_ONCE) throw new UserError('exportsBusy', { values: { count: open } })
  if (toDrive && !(await findDriveTarget(db, organizationId))) throw new UserError('driveFolderMissing')
  const now = new Date()
  const context = await contextOf(db, actor, language, now)
  const filter: ExportFilter = { query: exportables[kind].normalize(input.query, context), language }
  const exportId = await queueExport(db, actor, { kind, format, filter, toDrive, createdAt: now })
  await recordAudit(db, actor, {
    event: 'export.requested',
    subjectId: exportId,
    after: { kind, format, query: withoutSearch(filter.query), searched: holdsSearch(filter.query), toDrive },
  })
  return { exportId }
}

type Queued = { kind: ExportKind; format: FileFormat; filter: ExportFilter; toDrive: boolean; createdAt: Date }

/** Leaves it to the worker, for who has been found to have the right to it. */
export async function queueExport(
  db: Db,
  actor: Pick<Actor, 'organizationId' | 'userId'>,
  queued: Queued,
): Promise<string> {
  const { organizationId, userId } = actor
  await requireRoom()
  const id = newId()
  await db.export.create({ data: { organizationId, id, ...queued, createdBy: userId! }, select: { id: true } })
  await enqueueExport(db, actor, 'export-list', id)
  return id
}

/** For whom and at which moment a list is read. */
export async function contextOf(
  db: Db,
  { organizationId, role }: Pick<Actor, 'organizationId' | 'role'>,
  language: ExportFilter['language'],
  now: Date,
): Promise<ExportContext> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  return { organizationId, role, language, timeZone, now, today: localDay(now, timeZone), t: translatorOf(language) }
}

/** The same list once more, as it is now: after a failure, or when the file is gone. */
export function repeatExport(actor: Actor, { exportId }: ExportIdInput): Promise<RequestedExport> {
  return writeOnce(actor, async (db) => {
    const result = await requireOwn(db, actor, exportId)
    if (isWholeCompany(result.kind)) throw new UserError('permissionDenied')
    const { query, language, isForgotten } = result.filter
    if (isForgotten) throw new UserError('exportForgotten')
    const toDrive = result.toDrive && (await findDriveTarget(db, actor.organizationId)) !== null
    return addExport(db, actor, { kind: result.kind, format: result.format, query, language, toDrive })
  })
}

/** Ends an export that is not written yet; the worker notices after the batch it is at. */
export function cancelExport(actor: Actor, { exportId }: ExportIdInput): Promise<RequestedExport> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await lockExport(db, organizationId, exportId)
    const { state } = await requireOwn(db, actor, exportId)
    if (!runningExports.includes(state)) throw new UserError('exportTooLate')
    await db.export.update({
      where: { organizationId_id: { organizationId, id: exportId } },
      data: { state: 'cancelled', finishedAt: new Date() },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'export.cancelled', subjectId: exportId, before: { state } })
    return { exportId }
  })
}

/** Has the worker send a finished file to the drive. */
export function requestSaving(actor: Actor, { exportId }: ExportIdInput): Promise<RequestedExport> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await lockExport(db, organizationId, exportId)
    const { kind, state, driveLink } = await requireOwn(db, actor, exportId)
    if (isWholeCompany(kind)) throw new UserError('permissionDenied')
    if (state === 'expired') throw new UserError('exportExpired')
    if (state !== 'done' || driveLink) throw new UserError('exportTooLate')
    if (!(await findDriveTarget(db, organizationId))) throw new UserError('driveFolderMissing')
    await db.export.update({
      where: { organizationId_id: { organizationId, id: exportId } },
      data: { toDrive: true, errorCode: null, reference: null },
      select: { id: true },
    })
    await enqueueExport(db, actor, 'export-save', exportId)
    await recordAudit(db, actor, { event: 'export.saveAsked', subjectId: exportId })
    return { exportId }
  })
}

/** One's own export of a list that one may still read; of anybody else's nothing is said. */
async function requireOwn(db: Db, { organizationId, userId, role }: Actor, exportId: string) {
  const exportView = await getExport(db, organizationId, exportId)
  if (!exportView || exportView.createdBy !== userId) throw new UserError('notFound')
  if (!can(role, exportables[exportView.kind as ExportKind].permission)) throw new UserError('permissionDenied')
  return exportView
}

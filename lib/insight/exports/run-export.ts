import 'server-only'
import type { Readable } from 'node:stream'
import { recordAudit } from '@/lib/core/audit/record'
import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { purgeFiles } from '@/lib/core/files/purge-files'
import { requireRoom } from '@/lib/core/files/room'
import { recordFile, removeFile, writeFile, type WrittenFile } from '@/lib/core/files/store'
import type { Prisma } from '@/lib/generated/prisma/client'
import { enqueueExport } from './enqueue-export'
import { maxSheetRows, writeSheet } from '@/lib/core/exports/file-formats'
import type { Batch, ExportContext, ListKind, Value } from '@/lib/core/exports/list-kind'
import { packKinds } from './exportables'
import { listKinds } from './list-kinds'
import type { PackRun } from '@/lib/core/exports/pack-kind'
import { getExport, lockExport, type ExportRecord } from './queries'
import { contextOf } from './request-export'
import { isSameVisibility, requireRequester, type Requester } from './requester'
import { isPack, keptDaysOf, maxMegabytesOf, runningExports, type ExportKind } from '@/lib/core/exports/schema'

const BATCH_ROWS = 1000
const BATCH_TIMEOUT_MS = 60_000
const MEGABYTE = 1_048_576

type RunOptions = { batchRows?: number; afterBatch?: (done: number) => void | Promise<void> }

/** The requester cancelled it: nothing is left to do and nothing has failed. */
class Cancelled extends Error {}

/**
 * Writes the list to a file, batch by batch, as the requester may see it at that time. Run again after a crash it
 * starts again and replaces the half-written file.
 */
export async function runExport(actor: Actor, exportId: string, options: RunOptions = {}): Promise<void> {
  const { organizationId } = actor
  const exportView = await withOrganization(actor, (db) => getExport(db, organizationId, exportId))
  if (!exportView || !runningExports.includes(exportView.state)) return
  try {
    const begun = await begin(actor, exportView)
    const maxBytes = maxMegabytesOf(exportView.kind) * MEGABYTE
    const file = await writeFile(organizationId, bodyOf(exportView, begun, options), maxBytes, { id: exportId })
    await finish(actor, exportView, begun, file)
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
  }
}

const counted = (kind: ExportKind): Pick<ListKind, 'count'> => (isPack(kind) ? packKinds[kind] : listKinds[kind])

type Begun = { requester: Requester; context: ExportContext }

function bodyOf(exportRecord: ExportRecord, begun: Begun, options: RunOptions): Readable {
  const { kind, format } = exportRecord
  const { context } = begun
  if (isPack(kind)) return packKinds[kind].write(packRunOf(exportRecord, begun, options))
  if (format === 'zip') throw new UserError('invalidInput')
  return writeSheet[format]({
    name: context.t(`exports.kinds.${kind}`),
    headings: listKinds[kind].headings(context),
    batches: readBatches(exportRecord, listKinds[kind], begun, options),
    language: context.language,
    timeZone: context.timeZone,
  })
}

async function begin(actor: Actor, { id, kind, format, filter, createdBy, createdAt }: ExportRecord): Promise<Begun> {
  const { organizationId } = actor
  await requireRoom()
  const requester = await withOrganization(actor, async (db) => {
    await waitForErasure(db, organizationId)
    await takeStep(db, organizationId, id, { state: 'running', done: 0 })
    return requireRequester(db, createdBy, kind)
  })
  const scope = { organizationId, legalEntityIds: requester.legalEntityIds }
  const begun = await withOrganization(
    scope,
    async (db) => {
      const context = await contextOf(db, { organizationId, role: requester.role }, filter.language, createdAt)
      const total = await counted(kind).count(db, filter.query, context)
      await takeStep(db, organizationId, id, { total })
      return { requester, context, fits: format !== 'xlsx' || total <= maxSheetRows }
    },
    BATCH_TIMEOUT_MS,
  )
  if (!begun.fits) throw new UserError('exportTooManyRows')
  return begun
}

async function* readBatches(
  exportRecord: ExportRecord,
  list: ListKind,
  begun: Begun,
  { batchRows = BATCH_ROWS, afterBatch }: RunOptions,
): AsyncGenerator<Value[][]> {
  const { context } = begun
  let after: string | null = null
  let done = 0
  do {
    const batch: Batch = await readStep(exportRecord, begun, begun.requester.legalEntityIds, async (db) => {
      const read = await list.read(db, exportRecord.filter.query, context, after, batchRows)
      done += read.rows.length
      return { value: read, done }
    })
    if (batch.next !== null && batch.next === after) throw new Error('The list does not get on.')
    after = batch.next
    yield batch.rows
    await afterBatch?.(done)
  } while (after !== null)
}

/**
 * One transaction of an export, as long as the requester's visibility is as it was when it began, and it is not
 * cancelled.
 */
async function readStep<T>(
  { id, kind, createdBy }: ExportRecord,
  { requester, context: { organizationId } }: Begun,
  legalEntityIds: string[] | null,
  run: (db: Db) => Promise<{ value: T; done: number }>,
): Promise<T> {
  // Read outside the scope: inside it, entities that were taken away could not be distinguished from those that never
  // were.
  const current = await withOrganization({ organizationId }, (db) => requireRequester(db, createdBy, kind))
  if (!isSameVisibility(current, requester)) throw new UserError('exportRightsGone')
  return withOrganization(
    { organizationId, legalEntityIds },
    async (db) => {
      const { value, done } = await run(db)
      await takeStep(db, organizationId, id, { done })
      return value
    },
    BATCH_TIMEOUT_MS,
  )
}

function packRunOf(
  exportRecord: ExportRecord,
  begun: Begun,
  { batchRows = BATCH_ROWS, afterBatch }: RunOptions,
): PackRun {
  const { legalEntityIds } = begun.requester
  let done = 0
  const read = async <T>(entity: string | null, run: (db: Db) => Promise<{ value: T; rows: number }>): Promise<T> => {
    if (entity && legalEntityIds && !legalEntityIds.includes(entity)) throw new UserError('exportRightsGone')
    const value = await readStep(exportRecord, begun, entity === null ? null : [entity], async (db) => {
      const { value: step, rows } = await run(db)
      done += rows
      return { value: step, done }
    })
    await afterBatch?.(done)
    return value
  }
  return {
    query: exportRecord.filter.query,
    context: begun.context,
    batchRows,
    isScoped: legalEntityIds !== null,
    read,
  }
}

/** A buyer's erasure ends what is being written when it begins; what begins while it is under way reads what it leaves. */
const waitForErasure = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended('buyers:' || ${organizationId}, 0))`

async function takeStep(db: Db, organizationId: string, id: string, data: Prisma.ExportUpdateManyMutationInput) {
  const { count } = await db.export.updateMany({
    where: { organizationId, id, state: { in: ['waiting', 'running'] } },
    data,
  })
  if (count === 0) throw new Cancelled()
}

async function finish(actor: Actor, exportRecord: ExportRecord, begun: Begun, file: WrittenFile): Promise<void> {
  const { organizationId } = actor
  const { id, kind, format, filter, createdBy } = exportRecord
  const { requester, context } = begun
  const now = new Date()
  const name = isPack(kind)
    ? `${packKinds[kind].nameOf({ query: filter.query, context })}.${format}`
    : `${context.t(`exports.files.${kind}`)}-${localDay(now, context.timeZone)}.${format}`
  const kept = await withOrganization(actor, async (db) => {
    await lockExport(db, organizationId, id)
    const current = await getExport(db, organizationId, id)
    if (current?.state !== 'running') return false
    const expiresAt = new Date(
      `${addDays(now.toISOString().slice(0, 10), keptDaysOf(kind))}${now.toISOString().slice(10)}`,
    )
    await recordFile(db, { ...actor, userId: createdBy }, file, { kind: 'export', name, expiresAt })
    const madeAs = { role: requester.role, legalEntityIds: requester.legalEntityIds }
    await db.export.update({
      where: { organizationId_id: { organizationId, id } },
      data: { state: 'done', fileId: file.id, total: current.done, filter: { ...filter, madeAs }, finishedAt: now },
      select: { id: true },
    })
    if (kind === 'wholeCompany') await endEarlierArchives(db, organizationId, id)
    if (exportRecord.toDrive) await enqueueExport(db, { organizationId, userId: createdBy }, 'export-save', id)
    await recordAudit(db, actor, { event: 'export.done', subjectId: id, after: { rows: current.done, name } })
    return true
  })
  if (!kept) await removeFile(file.place)
  else if (kind === 'wholeCompany') await purgeFiles(organizationId)
}

/** Ends an export that cannot be written, with the reason for the requester. */
export async function failExport(actor: Actor, exportId: string, code: string, reference?: string): Promise<void> {
  const { organizationId } = actor
  await withOrganization(actor, async (db) => {
    const { count } = await db.export.updateMany({
      where: { organizationId, id: exportId, state: { in: ['waiting', 'running'] } },
      data: { state: 'failed', errorCode: code, reference: reference ?? null, finishedAt: new Date() },
    })
    if (count > 0)
      await recordAudit(db, actor, { event: 'export.failed', subjectId: exportId, after: { code, reference } })
  })
}

/** The archives of the whole company that were made before this one: each may be as large as all that the company has. */
async function endEarlierArchives(db: Db, organizationId: string, exportId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE stored_file f SET expires_at = now() FROM export e
    WHERE e.organization_id = ${organizationId}::uuid AND e.kind = 'wholeCompany' AND e.id <> ${exportId}::uuid
      AND f.organization_id = e.organization_id AND f.id = e.file_id AND f.expires_at > now()`
}

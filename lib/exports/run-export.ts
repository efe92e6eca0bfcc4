import 'server-only'
import { recordAudit } from '../audit/record'
import { addDays, localDay } from '../dates'
import { withOrganization, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { recordFile, removeFile, writeFile, type WrittenFile } from '../files/store'
import type { Prisma } from '../generated/prisma/client'
import { enqueueJob } from '../jobs/task'
import { maxSheetRows, writeSheet } from './file-formats'
import type { ExportContext, Value } from './list-kind'
import { listKinds } from './list-kinds'
import { getExport, lockExport, type ExportRecord } from './queries'
import { contextOf } from './request-export'
import { isSameSight, requireRequester, type Requester } from './requester'
import { keptDays, runningExports } from './schema'

const BATCH_ROWS = 1000
const BATCH_TIMEOUT_MS = 60_000
const MAX_BYTES = 1024 * 1024 * 1024

type RunOptions = { batchRows?: number; afterBatch?: (done: number) => void | Promise<void> }

/** Who asked ended it: nothing is left to do and nothing has failed. */
class Cancelled extends Error {}

/**
 * Writes the list to a file, batch by batch, as the requester may see it at that time. Run again after a crash it begins
 * anew and takes the place of what was half written.
 */
export async function runExport(actor: Actor, exportId: string, options: RunOptions = {}): Promise<void> {
  const { organizationId } = actor
  const found = await withOrganization(actor, (db) => getExport(db, organizationId, exportId))
  if (!found || !runningExports.includes(found.state)) return
  try {
    const begun = await begin(actor, found)
    const file = await writeFile(
      organizationId,
      writeSheet[found.format]({
        name: begun.context.t(`exports.kinds.${found.kind}`),
        headings: listKinds[found.kind].headings(begun.context),
        batches: readBatches(found, begun, options),
        language: begun.context.language,
        timeZone: begun.context.timeZone,
      }),
      MAX_BYTES,
      exportId,
    )
    await finish(actor, found, begun, file)
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
  }
}

type Begun = { requester: Requester; context: ExportContext }

async function begin(actor: Actor, { id, kind, format, filter, createdBy, createdAt }: ExportRecord): Promise<Begun> {
  const { organizationId } = actor
  const requester = await withOrganization(actor, (db) => requireRequester(db, createdBy, kind))
  const scope = { organizationId, legalEntityIds: requester.legalEntityIds }
  const begun = await withOrganization(
    scope,
    async (db) => {
      const context = await contextOf(db, { organizationId, role: requester.role }, filter.language, createdAt)
      const total = await listKinds[kind].count(db, filter.query, context)
      await takeStep(db, organizationId, id, { state: 'running', done: 0, total })
      return { requester, context, fits: format === 'csv' || total <= maxSheetRows }
    },
    BATCH_TIMEOUT_MS,
  )
  if (!begun.fits) throw new UserError('exportTooManyRows')
  return begun
}

async function* readBatches(
  { id, kind, filter, createdBy }: ExportRecord,
  { requester, context }: Begun,
  { batchRows = BATCH_ROWS, afterBatch }: RunOptions,
): AsyncGenerator<Value[][]> {
  const { organizationId } = context
  const scope = { organizationId, legalEntityIds: requester.legalEntityIds }
  let after: string | null = null
  let done = 0
  do {
    // Asked outside the scope: inside it the entities that were taken away could not be told from those that never were.
    const current = await withOrganization({ organizationId }, (db) => requireRequester(db, createdBy, kind))
    if (!isSameSight(current, requester)) throw new UserError('exportRightsGone')
    const batch = await withOrganization(
      scope,
      async (db) => {
        const found = await listKinds[kind].read(db, filter.query, context, after, batchRows)
        await takeStep(db, organizationId, id, { done: done + found.rows.length })
        return found
      },
      BATCH_TIMEOUT_MS,
    )
    done += batch.rows.length
    if (batch.next !== null && batch.next === after) throw new Error('The list does not get on.')
    after = batch.next
    yield batch.rows
    await afterBatch?.(done)
  } while (after !== null)
}

async function takeStep(db: Db, organizationId: string, id: string, data: Prisma.ExportUpdateManyMutationInput) {
  const { count } = await db.export.updateMany({
    where: { organizationId, id, state: { in: ['waiting', 'running'] } },
    data,
  })
  if (count === 0) throw new Cancelled()
}

async function finish(actor: Actor, found: ExportRecord, begun: Begun, file: WrittenFile): Promise<void> {
  const { organizationId } = actor
  const { id, kind, format, filter, createdBy } = found
  const { requester, context } = begun
  const now = new Date()
  const name = `${context.t(`exports.files.${kind}`)}-${localDay(now, context.timeZone)}.${format}`
  const kept = await withOrganization(actor, async (db) => {
    await lockExport(db, organizationId, id)
    const current = await getExport(db, organizationId, id)
    if (current?.state !== 'running') return false
    const expiresAt = new Date(`${addDays(now.toISOString().slice(0, 10), keptDays)}${now.toISOString().slice(10)}`)
    await recordFile(db, { ...actor, userId: createdBy }, file, { kind: 'export', name, expiresAt })
    const madeAs = { role: requester.role, legalEntityIds: requester.legalEntityIds }
    await db.export.update({
      where: { organizationId_id: { organizationId, id } },
      data: { state: 'done', fileId: file.id, total: current.done, filter: { ...filter, madeAs }, finishedAt: now },
      select: { id: true },
    })
    if (found.toDrive) await enqueueJob(db, 'export-save', { exportId: id, userId: createdBy }, `export-save:${id}`)
    await recordAudit(db, actor, { event: 'export.done', subjectId: id, after: { rows: current.done, name } })
    return true
  })
  if (!kept) await removeFile(file.place)
}

/** Ends an export that cannot be written, with what the requester is told. */
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

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'
import { getFile, removeFile } from '@/lib/core/files/store'
import { notifyImportFinished } from '@/lib/identity/notices/causes'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import type { ImportSummary } from './schema'

export type AppliedBatch = {
  created: number
  updated: number
  kept: number
  waiting: boolean
  /** The numbers of the first and the last order that the batch took: rows of the first sheet, counted on in others; null where nothing was left to take. */
  first: number | null
  last: number | null
}

const defaultBatchOrders = 500
const batchTimeoutMs = 60_000
/** Batches after which the planner's statistics are renewed: those of empty tables mislead it. */
export const statisticsAfter = [1, 2, 10, 50, 200]
/**
 * With so many orders of a company the planner's statistics hold; reading samples of large tables again takes longer
 * than some batches.
 */
const knownOrders = 20_000

type ApplyOptions = { batchOrders?: number; afterBatch?: (batch: AppliedBatch) => void | Promise<void> }

/**
 * Applies a confirmed import batch by batch, each in one short transaction that also takes the batch off the stage. Started
 * again after a crash it goes on where the last committed batch ended, with the same result.
 */
export async function applyImport(
  actor: Actor,
  importId: string,
  { batchOrders = defaultBatchOrders, afterBatch }: ApplyOptions = {},
): Promise<void> {
  const isKnown = await hasManyOrders(actor)
  for (let waiting = true, batches = 1; waiting; batches += 1) {
    const [taken] = await withOrganization(
      actor,
      (db) => db.$queryRaw<[{ numbers: Record<string, number> }]>`
        SELECT take_import_numbers(${importId}::uuid, ${batchOrders}::int) AS numbers`,
    )
    const batch = await withOrganization(
      actor,
      (db) => applyBatch(db, actor, importId, batchOrders, taken.numbers),
      batchTimeoutMs,
    )
    waiting = batch.waiting
    if (!isKnown && statisticsAfter.includes(batches)) await refreshStatistics(actor)
    await afterBatch?.(batch)
  }
  await finishImport(actor, importId)
  if (!isKnown) await refreshStatistics(actor)
}

const hasManyOrders = (actor: Actor): Promise<boolean> =>
  withOrganization(actor, async (db) => {
    const [row] = await db.$queryRaw<[{ orders: number }]>`
      SELECT count(*)::int AS orders FROM (
        SELECT 1 FROM orders WHERE organization_id = ${actor.organizationId}::uuid LIMIT ${knownOrders}) o`
    return row.orders === knownOrders
  })

async function applyBatch(
  db: Db,
  actor: Actor,
  importId: string,
  batchOrders: number,
  numbers: Record<string, number>,
): Promise<AppliedBatch> {
  const [batch] = await db.$queryRaw<[AppliedBatch]>`
    SELECT * FROM apply_import_batch(${importId}::uuid, ${batchOrders}::int, ${JSON.stringify(numbers)}::jsonb)`
  const { waiting: _, ...applied } = batch
  if (applied.first !== null)
    await recordAudit(db, actor, { event: 'import.batchApplied', subjectId: importId, after: applied })
  return batch
}

export const refreshStatistics = (actor: Actor) =>
  withOrganization(actor, (db) => db.$executeRaw`SELECT refresh_import_statistics()`, batchTimeoutMs)

/** The sheet holds buyers' data and is not needed any more: it goes, with what was staged but for the failed rows, and those of a money file that may leave its shop or that keep another file's there. */
export async function finishImport(actor: Actor, importId: string): Promise<void> {
  const { organizationId } = actor
  const place = await withOrganization(
    actor,
    async (db) => {
      const { count } = await db.import.updateMany({
        where: { organizationId, id: importId, state: 'applying' },
        data: { state: 'done', finishedAt: new Date() },
      })
      if (count === 0) return null
      await enqueueReconcile(db, organizationId)
      await enqueueRuleCheck(db, organizationId)
      const done = await db.import.findUniqueOrThrow({
        where: { organizationId_id: { organizationId, id: importId } },
        select: { id: true, fileId: true, fileName: true, createdBy: true, summary: true, kind: true },
      })
      const kept = ['failed', 'written', ...(done.kind === 'money' ? ['same'] : [])]
      await db.importRow.deleteMany({ where: { organizationId, importId, outcome: { notIn: kept } } })
      await recordAudit(db, actor, {
        event: 'import.applied',
        subjectId: importId,
        after: (done.summary as ImportSummary).result ?? {},
      })
      await notifyImportFinished(db, organizationId, 'done', done)
      return (await getFile(db, organizationId, done.fileId))?.place ?? null
    },
    batchTimeoutMs,
  )
  if (place) await removeFile(place)
}

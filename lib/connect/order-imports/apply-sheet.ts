import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { finishImport, refreshStatistics, statisticsAfter } from './apply-import'

export type AppliedSheetBatch = {
  created: number
  updated: number
  kept: number
  refused: number
  waiting: boolean
  first: number | null
  last: number | null
}
export type ApplySheetOptions = { batchRows?: number; afterBatch?: (batch: AppliedSheetBatch) => void | Promise<void> }

const defaultBatchRows = 250
const batchTimeoutMs = 60_000

/** As applyImport: batch by batch, each in one transaction that takes its rows off the stage; after a crash it goes on where it was. */
export async function applySheet(
  actor: Actor,
  importId: string,
  applyBatch: (db: Db, size: number) => Promise<AppliedSheetBatch>,
  { batchRows = defaultBatchRows, afterBatch }: ApplySheetOptions = {},
): Promise<void> {
  for (let waiting = true, batches = 1; waiting; batches += 1) {
    const batch = await withOrganization(
      actor,
      async (db) => {
        const applied = await applyBatch(db, batchRows)
        const { waiting: _, ...summary } = applied
        if (summary.first !== null)
          await recordAudit(db, actor, { event: 'import.batchApplied', subjectId: importId, after: summary })
        return applied
      },
      batchTimeoutMs,
    )
    waiting = batch.waiting
    if (statisticsAfter.includes(batches)) await refreshStatistics(actor)
    await afterBatch?.(batch)
  }
  await finishImport(actor, importId)
}

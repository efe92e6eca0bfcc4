import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { applyMappings, type BulkInput } from './map-by-sku'
import { enqueueMappingRun } from './map-listing'
import type { RunSummary } from './run-view'
import type { ApplySheetInput } from './schema'

/** The worker applies the previewed mapping; rows that were mapped otherwise since stay as they are. */
export async function applySheet(
  actor: Actor,
  { runId, scope, sinceDay }: ApplySheetInput,
): Promise<{ runId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const run = await db.mappingRun.findFirst({
      where: { organizationId, id: runId, kind: 'sheet' },
      select: { input: true, state: true },
    })
    if (!run) throw new UserError('notFound')
    const input = { ...(run.input as BulkInput), scope, sinceDay }
    const { count } = await db.mappingRun.updateMany({
      where: { organizationId, id: runId, state: 'ready' },
      data: { state: 'applying', input },
    })
    if (count === 0) throw new UserError('staleVersion')
    await enqueueMappingRun(db, 'mapping-sheet-apply', { runId, userId }, organizationId)
    await recordAudit(db, actor, {
      event: 'listing.bulkMapped',
      subjectId: runId,
      after: { how: input.how, total: input.rows.length, scope, sinceDay },
    })
    return { runId }
  })
}

/** In the worker. Stopped in between, it goes on where it was: what is done counts as done. */
export async function runSheet(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const run = await withOrganization(actor, (db) =>
    db.mappingRun.findUnique({ where, select: { input: true, state: true, summary: true, done: true } }),
  )
  if (!run || run.state !== 'applying') return
  const input = run.input as BulkInput
  let { changed = 0, orders = 0 } = run.summary as RunSummary
  await applyMappings(actor, input, run.done, (db, { done, ...more }) => {
    changed += more.mapped
    orders += more.orders
    const summary = { ...(run.summary as object), changed, orders }
    return db.mappingRun.update({ where, data: { done: { increment: done }, summary }, select: { id: true } })
  })
  const summary = { ...(run.summary as object), changed, orders }
  await withOrganization(actor, (db) =>
    db.mappingRun.update({ where, data: { state: 'done', finishedAt: new Date(), summary }, select: { id: true } }),
  )
}

export async function failMappingRun(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  await withOrganization(actor, (db) =>
    db.mappingRun.updateMany({
      where: { organizationId, id: runId, state: { in: ['waiting', 'applying'] } },
      data: { state: 'failed', finishedAt: new Date() },
    }),
  )
}

import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { advanceRun, endRun, openRun, type OpenRun } from '@/lib/sales/dispatch/run-record'
import type { RunProblem } from '@/lib/sales/dispatch/schema'
import { findDispatchOrders, type DispatchOrder } from './dispatch-orders'
import { refreshOrders } from './refresh-orders'
import { noteRunFailures } from './run-failures'

type Work = {
  /** Orders that are worked off together; what a killed worker was at is looked at again as a whole. */
  chunk: number
  /** The platform moves these orders on: they are read again at once. */
  changes: boolean
  work: (orders: DispatchOrder[], run: OpenRun) => Promise<RunProblem[]>
  /** After the last order; ends the run by itself when it answers true. */
  finish?: (run: OpenRun) => Promise<boolean>
}

/** Works a run off, chunk by chunk; a run that was left in the middle goes on there. */
export async function workRun(actor: Actor, runId: string, { chunk, changes, work, finish }: Work): Promise<void> {
  const { organizationId } = actor
  const run = await withOrganization(actor, (db) => openRun(db, actor, runId))
  if (!run) return
  const { orderIds } = run.input
  for (let from = run.done; from < orderIds.length; from += chunk) {
    const ids = orderIds.slice(from, from + chunk)
    const orders = await withOrganization(actor, (db) => findDispatchOrders(db, organizationId, ids))
    const problems = await work(orders, run)
    await withOrganization(actor, async (db) => {
      await advanceRun(db, actor, runId, { from, by: ids.length, problems })
      await noteRunFailures(db, actor, run.kind, { orders, problems })
    })
    const failed = new Set(problems.map(({ subject }) => subject))
    if (changes)
      await refreshOrders(
        actor,
        orders.filter(({ id }) => !failed.has(id)),
      )
  }
  if (finish && (await finish(run))) return
  await withOrganization(actor, (db) => endRun(db, actor, runId, { state: 'done' }))
}

export const failRun = (actor: Actor, runId: string): Promise<void> =>
  withOrganization(actor, (db) => endRun(db, actor, runId, { state: 'failed' }))

import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { advanceRun, endRun, openRun, type OpenRun } from '@/lib/sales/dispatch/run-record'
import type { RunProblem } from '@/lib/sales/dispatch/schema'
import { findDispatchOrders, type DispatchOrder } from './dispatch-orders'
import { refreshOrders } from './refresh-orders'
import { noteRunFailures, sendingOf } from './run-failures'

/** Goes through some orders and answers what kept them from going through. */
type Pass = (orders: DispatchOrder[], run: OpenRun) => Promise<RunProblem[]>

type Work = {
  /** Orders that are worked off together; what a killed worker was at is looked at again as a whole. */
  chunk: number
  /** The platform moves these orders on: they are read again at once. One of several passes, or all. */
  changes: boolean | number
  passes: Pass[]
  /** After the last order; ends the run by itself when it answers true. */
  finish?: (run: OpenRun) => Promise<boolean>
}

/**
 * Works a run off, chunk by chunk, all orders in one pass before the next; who failed in a pass is left out of those after it.
 * A run that was left in the middle goes on there.
 */
export async function workRun(actor: Actor, runId: string, { finish, passes, ...work }: Work): Promise<void> {
  const run = await withOrganization(actor, (db) => openRun(db, actor, runId))
  if (!run) return
  for (const pass of passes.keys()) await workPass(actor, run, { ...work, passes, pass })
  if (finish && (await finish(run))) return
  await withOrganization(actor, (db) => endRun(db, actor, runId, { state: 'done' }))
}

type OnePass = Omit<Work, 'finish'> & { pass: number }

async function workPass(actor: Actor, run: OpenRun, { chunk, changes, passes, pass }: OnePass): Promise<void> {
  const { organizationId } = actor
  const { orderIds } = run.input
  const first = pass * orderIds.length
  for (let at = Math.max(0, run.done - first); at < orderIds.length; at += chunk) {
    const ids = orderIds.slice(at, at + chunk)
    const failedBefore = new Set(run.problems.map(({ subject }) => subject))
    const orders = await withOrganization(actor, (db) =>
      findDispatchOrders(
        db,
        organizationId,
        ids.filter((id) => !failedBefore.has(id)),
      ),
    )
    const problems = orders.length > 0 ? await passes[pass]!(orders, run) : []
    await withOrganization(actor, async (db) => {
      await advanceRun(db, actor, run.id, { from: first + at, by: ids.length, problems })
      await noteRunFailures(db, actor, sendingOf(run.kind, pass), { orders, problems })
    })
    run.done = first + at + ids.length
    run.problems.push(...problems)
    const failed = new Set(problems.map(({ subject }) => subject))
    if (changes === true || changes === pass)
      await refreshOrders(
        actor,
        orders.filter(({ id }) => !failed.has(id)),
      )
  }
}

export const failRun = (actor: Actor, runId: string): Promise<void> =>
  withOrganization(actor, (db) => endRun(db, actor, runId, { state: 'failed' }))

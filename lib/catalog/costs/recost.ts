import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'

export const recostTask = 'recost-orders'
const ORDERS_AT_ONCE = 500
const BATCH_TIMEOUT_MS = 60_000

/**
 * Gives orders of the past the cost of their day, batch by batch; run again it goes on where it was. Batches of a product's runs take turns, so that each
 * sees what the one before has written.
 */
export async function runRecost(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const run = await withOrganization(actor, (db) =>
    db.recostRun.findUnique({ where, select: { productId: true, fromDay: true, takenCost: true, state: true } }),
  )
  if (!run || run.state === 'done') return
  for (let changed = 1; changed > 0;)
    changed = await withOrganization(
      actor,
      async (db) => {
        await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('recost:' || ${run.productId}, 0))`
        const [batch] = await db.$queryRaw<[{ changed: number }]>`
          SELECT recost_orders(${run.productId}::uuid, ${run.fromDay}::date, ${ORDERS_AT_ONCE}, ${run.takenCost}::numeric) AS changed`
        const data = { state: 'running' as const, done: { increment: batch.changed } }
        await db.recostRun.update({ where, data, select: { id: true } })
        return batch.changed
      },
      BATCH_TIMEOUT_MS,
    )
  await endRecost(actor, runId, 'done')
}

export const endRecost = (actor: Actor, runId: string, state: 'done' | 'failed') =>
  withOrganization(actor, (db) =>
    db.recostRun.updateMany({ where: { organizationId: actor.organizationId, id: runId }, data: { state } }),
  )

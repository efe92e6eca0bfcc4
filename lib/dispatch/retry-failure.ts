import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '../audit/record'
import { writeOnce, type Actor } from '../db'
import { UserError } from '../errors'
import type { retryFailureInput } from './schema'

/** Has what failed tried again now, as if it had never been tried. */
export function retryFailure(
  actor: Actor,
  { failureId }: z.output<typeof retryFailureInput>,
): Promise<{ failureId: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const where = { organizationId_id: { organizationId, id: failureId } }
    const found = await db.syncFailure.findUnique({
      where,
      select: { shopId: true, operation: true, subject: true, state: true },
    })
    if (!found || found.state === 'resolved') throw new UserError('notFound')
    const { shopId, operation, subject } = found
    await db.syncFailure.update({
      where,
      data: { state: 'waiting', attempts: 0, nextAt: new Date() },
      select: { id: true },
    })
    const key = `retry-failures:${shopId}`
    await db.$executeRaw`SELECT enqueue_shop_job('retry-failures', ${JSON.stringify({ shopId })}::json, ${key}, ${key})`
    await recordAudit(db, actor, { event: 'syncFailure.retried', subjectId: failureId, after: { operation, subject } })
    return { failureId }
  })
}

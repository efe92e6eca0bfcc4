import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { retryOrder } from '@/lib/sales/dispatch/request-run'
import type { RunKind } from '@/lib/sales/dispatch/schema'
import { UserError } from '@/lib/core/errors'
import { isNote, isReading, type FailureInput, type Sending } from '../schema'
import { enqueueRetries } from './streams'

const runKinds: Record<Sending, RunKind> = { invoice: 'invoices', ship: 'ship', label: 'labels' }

/**
 * Retries a failed subject now, with its attempts counted from zero: read again, or sent by a run for this order alone.
 */
export async function retryFailure(actor: Actor, { failureId }: FailureInput): Promise<{ id: string }> {
  return writeOnce(actor, async (db) => {
    const failure = await findOpen(db, actor, failureId)
    if (isNote(failure.operation)) throw new UserError('notFound')
    await db.syncFailure.update({
      where: { organizationId_id: { organizationId: actor.organizationId, id: failureId } },
      data: { state: 'waiting', attempts: 0, nextAt: isReading(failure.operation) ? new Date() : null },
      select: { id: true },
    })
    if (isReading(failure.operation)) await enqueueRetries(db, failure.shopId)
    else await retryOrder(db, actor, runKinds[failure.operation as Sending], failure)
    await recordAudit(db, actor, { event: 'syncFailure.retried', subjectId: failureId, after: failure })
    return { id: failureId }
  })
}

/** Takes a failure off the screen. The next attempt that fails puts it back. */
export async function dismissFailure(actor: Actor, { failureId }: FailureInput): Promise<{ id: string }> {
  return writeOnce(actor, async (db) => {
    const failure = await findOpen(db, actor, failureId)
    await db.syncFailure.update({
      where: { organizationId_id: { organizationId: actor.organizationId, id: failureId } },
      data: { state: 'resolved', nextAt: null },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'syncFailure.dismissed', subjectId: failureId, before: failure })
    return { id: failureId }
  })
}

/** The right to have something read again does not include sending it. */
async function findOpen(db: Db, { organizationId, role }: Actor, id: string) {
  const failure = await db.syncFailure.findFirst({
    where: { organizationId, id, state: { in: ['waiting', 'dead'] } },
    select: { shopId: true, operation: true, subject: true, errorCode: true },
  })
  if (!failure) throw new UserError('notFound')
  const isSending = !isReading(failure.operation) && !isNote(failure.operation)
  if (isSending && !can(role, 'order.create')) throw new UserError('permissionDenied')
  return failure
}

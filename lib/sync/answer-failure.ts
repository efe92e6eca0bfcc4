import 'server-only'
import { recordAudit } from '../audit/record'
import { scopeOf } from '../auth/permissions'
import { writeOnce, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { isPulled, type FailureInput } from './schema'
import { enqueueRetries } from './streams'

/** Has a failed subject tried again now, its attempts counted anew. */
export async function retryFailure(actor: Actor, { failureId }: FailureInput): Promise<{ id: string }> {
  return writeOnce(actor, async (db) => {
    const failure = await findOpen(db, actor, failureId)
    await db.syncFailure.update({
      where: { organizationId_id: { organizationId: actor.organizationId, id: failureId } },
      data: { state: 'waiting', attempts: 0, nextAt: new Date() },
      select: { id: true },
    })
    await enqueueRetries(db, failure.shopId)
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

/** Who may only sync answers for what is read from the platform, not for what is sent there. */
async function findOpen(db: Db, { organizationId, role }: Actor, id: string) {
  const failure = await db.syncFailure.findFirst({
    where: { organizationId, id, state: { in: ['waiting', 'dead'] } },
    select: { shopId: true, operation: true, subject: true, errorCode: true },
  })
  if (!failure) throw new UserError('notFound')
  if (scopeOf(role, 'platform.push') === 'syncOnly' && !isPulled(failure.operation))
    throw new UserError('permissionDenied')
  return failure
}

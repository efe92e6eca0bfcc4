import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { ReportRepaired } from '../contract'
import { requestSync } from '@/lib/connect/sync/streams/request-sync'
import { readings } from '@/lib/connect/sync/schema'
import { enqueueRetries } from '@/lib/connect/sync/streams/streams'

export const syncAgain = (actor: Actor, shops: string[], report: ReportRepaired): Promise<void> =>
  withOrganization(actor, async (db) => {
    for (const shopId of shops) await requestSync(db, actor, shopId)
    await report(db, shops.length)
  })

/** Reads are repeated. Sends wait for a person, who sees what they are. */
export const retrySyncs = (actor: Actor, failures: string[], report: ReportRepaired): Promise<void> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const retried = await db.syncFailure.updateManyAndReturn({
      where: { organizationId, id: { in: failures }, state: 'dead', operation: { in: [...readings] } },
      data: { state: 'waiting', attempts: 0, nextAt: new Date() },
      select: { shopId: true },
    })
    for (const shopId of new Set(retried.map((failure) => failure.shopId))) await enqueueRetries(db, shopId)
    await report(db, retried.length)
  })

export const retryJobs = (actor: Actor, _: string[], report: ReportRepaired): Promise<void> =>
  withOrganization(actor, async (db) => {
    const [row] = await db.$queryRaw<[{ retried: number }]>`SELECT retry_dead_jobs() AS retried`
    await report(db, row.retried)
  })

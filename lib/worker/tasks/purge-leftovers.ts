import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'

const BATCH = 1000
const DEAD_JOBS_KEPT_DAYS = 30
/** Longer than the platform repeats one. */
const EVENTS_KEPT_DAYS = 7

/** Processed webhook events; unprocessed ones stay a month (purge_webhook_event_batch). */
export async function purgeWebhookEvents(batch = BATCH): Promise<void> {
  const purge = () =>
    callGlobal<{ gone: number }>(
      Prisma.sql`SELECT purge_webhook_event_batch(now() - make_interval(days => ${EVENTS_KEPT_DAYS}::int), ${batch}::int) AS gone`,
    )
  while ((await purge())[0]!.gone === batch);
}

/** Sessions, links and forms of sign-up whose term has passed, each batch by itself (forget_sign_ins). */
export async function purgeSignIns(batch = BATCH): Promise<void> {
  const purge = () => callGlobal<{ gone: number }>(Prisma.sql`SELECT forget_sign_ins(${batch}::int) AS gone`)
  while ((await purge())[0]!.gone > 0);
}

/** A job that failed for good is shown by the health check, and can be started again, for a month; what it was to do (an email, say) goes with it. */
export async function purgeDeadJobs(batch = BATCH): Promise<void> {
  const purge = () =>
    callGlobal(Prisma.sql`
      DELETE FROM graphile_worker._private_jobs WHERE id = ANY (ARRAY(
        SELECT id FROM graphile_worker._private_jobs
        WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - make_interval(days => ${DEAD_JOBS_KEPT_DAYS}::int)
        LIMIT ${batch}::int)) RETURNING 1`)
  while ((await purge()).length === batch);
}

/** Counted attempts that count no more. */
export async function purgeAttempts(batch = BATCH): Promise<void> {
  const now = Date.now()
  const purge = () =>
    callGlobal(Prisma.sql`
      DELETE FROM rate_limit WHERE expire < ${now}::bigint
        AND key = ANY (ARRAY(SELECT key FROM rate_limit WHERE expire < ${now}::bigint LIMIT ${batch}::int)) RETURNING 1`)
  while ((await purge()).length === batch);
}

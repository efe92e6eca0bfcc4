import 'server-only'
import { callGlobal } from '../../db'
import { Prisma } from '../../generated/prisma/client'

const BATCH = 1000
const DEAD_JOBS_KEPT_DAYS = 30

/** Sessions, links and forms of sign-up whose term has passed, each batch by itself (forget_sign_ins). */
export async function forgetSignIns(batch = BATCH): Promise<void> {
  const forget = () => callGlobal<{ gone: number }>(Prisma.sql`SELECT forget_sign_ins(${batch}::int) AS gone`)
  while ((await forget())[0]!.gone > 0);
}

/** A job that failed for good is shown by the health check, and can be started again, for a month; what it was to do (a letter, say) goes with it. */
export async function forgetDeadJobs(batch = BATCH): Promise<void> {
  const forget = () =>
    callGlobal(Prisma.sql`
      DELETE FROM graphile_worker._private_jobs WHERE id = ANY (ARRAY(
        SELECT id FROM graphile_worker._private_jobs
        WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - make_interval(days => ${DEAD_JOBS_KEPT_DAYS}::int)
        LIMIT ${batch}::int)) RETURNING 1`)
  while ((await forget()).length === batch);
}

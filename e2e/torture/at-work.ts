import { setTimeout as wait } from 'node:timers/promises'
import { withOwner } from '../../lib/testing/harnesses/database'

const AT_WORK_WITHIN_MS = 60_000
/** The locks by which a worker shows that it lives, one for each lane (lib/worker/work-jobs.ts). */
const LIFE = 7_261_120

/** So many workers of the database in use are there: one that is only being started has no jobs to finish. */
export async function untilAtWork(workers: number): Promise<void> {
  for (const until = Date.now() + AT_WORK_WITHIN_MS; Date.now() < until; await wait(100))
    if ((await countWorkers()) === workers) return
  throw new Error(`${workers} workers are not all at work.`)
}

const countWorkers = () =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ n: number }>(
      `SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE d.datname = current_database() AND locktype = 'advisory' AND classid = ${LIFE} AND granted`,
    )
    return rows[0]!.n
  })

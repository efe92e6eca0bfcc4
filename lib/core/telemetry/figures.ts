import 'server-only'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listPools } from '../database/database-reach'
import { isUnreachable } from '../database/database-errors'
import { callGlobal } from '../db'
import { env } from '../env'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '../logging/logger'

/**
 * Figures of all companies together; ages are of the oldest in the queue, null where it is empty. The figures of jobs
 * are null until a worker has started once.
 */
type Counted = {
  jobsWaiting: number | null
  jobsOldest: number | null
  jobsFailing: number | null
  /** By task, those of which none gave up too. */
  jobsDead: Record<string, number> | null
  inboxWaiting: bigint
  inboxOldest: number | null
  unchained: bigint
  unchainedOldest: number | null
  shopsActive: bigint
  shopsExpired: bigint
}

/** Shorter than the 10 s after which a scraper gives up, longer than the 6 s in which a database is found to be away. */
export const patience = { answerMs: 8000 }

type Read = { isUp: boolean; counts: Counted | null }

/** Without counts the database is away, or, as long as it is up, took too long over them. */
export async function readCounts(): Promise<Read> {
  const reading = callGlobal<Counted>(Prisma.sql`
    SELECT j.waiting AS "jobsWaiting", j.oldest_seconds AS "jobsOldest", j.failing AS "jobsFailing", j.dead AS "jobsDead",
      o.inbox_waiting AS "inboxWaiting", o.inbox_oldest_seconds AS "inboxOldest", o.unchained,
      o.unchained_oldest_seconds AS "unchainedOldest", o.shops_active AS "shopsActive", o.shops_expired AS "shopsExpired"
    FROM count_jobs() j, count_operations() o`)
  // Where all connections are taken it waits for one as long as that lasts.
  const late = wait(patience.answerMs, undefined, { ref: false }).then(() =>
    Promise.reject(new Error('no figures in time')),
  )
  return Promise.race([reading, late]).then(
    ([row]): Read => ({ isUp: true, counts: row! }),
    (error: unknown): Read => {
      logger().warn({ err: error }, 'the figures of the database could not be read')
      return { isUp: !isUnreachable(error), counts: null }
    },
  )
}

const BACKUP_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Since the newest whole backup; null where no folder of backups is known, or it holds none. */
export async function readBackupAge(now = Date.now()): Promise<number | null> {
  const folder = env().MASCATE_BACKUPS
  if (!folder) return null
  const names = (await readdir(folder).catch(() => [])).filter((name) => BACKUP_NAME.test(name)).sort()
  for (const name of names.reverse()) {
    const isWhole = await stat(join(folder, name, 'manifest.json')).catch(() => null)
    if (isWhole) return (now - Date.parse(name.replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6Z'))) / 1000
  }
  return null
}

export const countConnections = () =>
  listPools().reduce(
    (sum, pool) => ({
      open: sum.open + pool.totalCount,
      idle: sum.idle + pool.idleCount,
      waiting: sum.waiting + pool.waitingCount,
    }),
    { open: 0, idle: 0, waiting: 0 },
  )

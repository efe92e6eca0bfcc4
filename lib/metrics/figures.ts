import 'server-only'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listPools } from '../database-reach'
import { callGlobal } from '../db'
import { env } from '../env'
import { Prisma } from '../generated/prisma/client'

/** Of all companies together; ages are of the oldest that waits, null where none does. */
type Counted = {
  jobsWaiting: number
  jobsOldest: number | null
  jobsFailing: number
  jobsDead: number
  inboxWaiting: bigint
  inboxOldest: number | null
  inboxDead: bigint
  unsealed: bigint
  unsealedOldest: number | null
  shopsActive: bigint
  shopsExpired: bigint
}

/** Null: the database does not answer. */
export async function readCounts(): Promise<Counted | null> {
  const reading = callGlobal<Counted>(Prisma.sql`
    SELECT j.waiting AS "jobsWaiting", j.oldest_seconds AS "jobsOldest", j.failing AS "jobsFailing", j.dead AS "jobsDead",
      o.inbox_waiting AS "inboxWaiting", o.inbox_oldest_seconds AS "inboxOldest", o.inbox_dead AS "inboxDead", o.unsealed,
      o.unsealed_oldest_seconds AS "unsealedOldest", o.shops_active AS "shopsActive", o.shops_expired AS "shopsExpired"
    FROM count_jobs() j, count_operations() o`)
  return reading.then(
    ([row]) => row!,
    () => null,
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

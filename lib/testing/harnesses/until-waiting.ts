import { setTimeout as wait } from 'node:timers/promises'
import { withOwner } from './database'

/** Until so many connections of the test's database wait for a lock. */
export async function untilWaiting(many: number): Promise<void> {
  const waiting = `SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE NOT l.granted AND a.datname = current_database()`
  await withOwner(async (owner) => {
    while ((await owner.query(waiting)).rowCount! < many) await wait(20)
  })
}

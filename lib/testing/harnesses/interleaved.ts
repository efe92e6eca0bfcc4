import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { withOwner } from './database'

/** Until a connection of this test's database waits for what another one holds. */
export async function untilBlocked(): Promise<void> {
  const sql = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()`
  await withOwner(async (owner) => {
    while ((await owner.query(sql)).rowCount === 0) await wait(20)
  })
}

/** A call that `run` starts while its own transaction is open is answered after the commit. */
export async function whileOpen<T>(
  organizationId: string,
  run: (db: pg.ClientBase) => Promise<{ begun: Promise<T> }>,
): Promise<T> {
  const { begun } = await withOwner(async (db) => {
    await db.query('set role mascate_worker')
    await db.query('begin')
    await db.query(`select set_config('app.organization_id', $1, true)`, [organizationId])
    const started = await run(db)
    await db.query('commit')
    return started
  })
  return begun
}

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { inTransaction } from './database'

const LOCK = 7_261_130

/** Applies schema/*.sql in the order of their names; each file may be applied again and again. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const folder = join(__dirname, 'schema')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  await inTransaction(pool, async (db) => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await db.query('SET LOCAL client_min_messages = warning')
    for (const name of files) await db.query(readFileSync(join(folder, name), 'utf8'))
  })
}

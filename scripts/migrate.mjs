import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { listMigrations, migrate, sayChanged } from './migrations.mjs'
import { withClient } from './roles.mjs'
import { say } from './steps.mjs'

const folder = join(root, 'prisma/migrations')

/** The migrations that the database lacks, looked up first without waiting for a lock. */
export async function applyMigrations(ownerUrl) {
  if (await isUpToDate(ownerUrl)) return false
  const since = Date.now()
  const count = await migrate(ownerUrl, folder, say)
  if (count > 0) say(`${count} migrations applied in ${((Date.now() - since) / 1000).toFixed(1)} s`)
  return count > 0
}

/** The worker makes the functions that add a job when it starts; who adds one before it has started needs them sooner. */
export async function prepareJobs(workerUrl) {
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: workerUrl })
}

const isUpToDate = (ownerUrl) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    const { rows } = await client.query(`select to_regclass('public._prisma_migrations') as known`)
    if (!rows[0].known) return false
    const done = await client.query(
      'select migration_name as name, checksum from _prisma_migrations where rolled_back_at is null and finished_at is not null',
    )
    const applied = new Map(done.rows.map((row) => [row.name, row]))
    const migrations = listMigrations(folder)
    if (!migrations.every(({ name }) => applied.has(name))) return false
    for (const migration of migrations) sayChanged(migration, applied.get(migration.name), say)
    return true
  })

const SEEDED = 'The demonstration company was made.'

/** Remembered where the data is, so that a database of its own is seeded once too, and again after a reset. */
export const isSeeded = (ownerUrl) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    const { rows } = await client.query(`select obj_description('public._prisma_migrations'::regclass) as note`)
    return rows[0].note === SEEDED
  })

export const markSeeded = (ownerUrl) =>
  withClient({ connectionString: ownerUrl }, (client) =>
    client.query(`comment on table public._prisma_migrations is '${SEEDED}'`),
  )

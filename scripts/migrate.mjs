import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './data-folder.mjs'
import { prismaEnvironment, prismaProgram } from './prisma.mjs'
import { withClient } from './roles.mjs'
import { runStep } from './steps.mjs'

/** Prisma's own `migrate deploy`, asked only when the database lacks something: its start costs over a second. */
export async function applyMigrations(ownerUrl) {
  if (await isUpToDate(ownerUrl)) return false
  await runStep('applying migrations', process.execPath, [prismaProgram(), 'migrate', 'deploy'], {
    env: { ...prismaEnvironment, DATABASE_OWNER_URL: ownerUrl },
  })
  return true
}

/** The worker makes the functions that add a job when it starts; who adds one before it has started needs them sooner. */
export async function prepareJobs(workerUrl) {
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: workerUrl })
}

async function isUpToDate(ownerUrl) {
  const folder = join(root, 'prisma/migrations')
  const wanted = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .map((name) => `${name} ${sha256(readFileSync(join(folder, name, 'migration.sql')))}`)
  const applied = await withClient({ connectionString: ownerUrl }, async (client) => {
    const { rows } = await client.query(`select to_regclass('public._prisma_migrations') as known`)
    if (!rows[0].known) return []
    const done = await client.query(
      `select migration_name, checksum, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null`,
    )
    return done.rows.map((row) =>
      row.finished ? `${row.migration_name} ${row.checksum}` : `${row.migration_name} open`,
    )
  })
  return applied.length === wanted.length && wanted.every((migration) => applied.includes(migration))
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

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

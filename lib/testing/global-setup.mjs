import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDataFolder, root } from '../../scripts/data-folder.mjs'
import { startPostgres } from '../../scripts/postgres.mjs'
import { prismaEnvironment, prismaProgram } from '../../scripts/prisma.mjs'
import {
  databaseUrls,
  prepareJobSchema,
  prepareOwnServer,
  prepareSandboxSchema,
  withClient,
} from '../../scripts/roles.mjs'

// Nothing here outlives a test run, so nothing has to reach the disk or to be sent on.
const FAST = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 },
  ...{ jit: 'off', shared_buffers: '512MB', max_wal_size: '4GB', max_connections: 300 },
}
const TEST_PORT = 54_418
const LEFT_BEHIND_AFTER_MS = 3_600_000

/** A server of its own with one migrated template; each test file works on a copy of it (setup-database.ts). */
export default async function setUp() {
  const data = openDataFolder(process.env.MASCATE_TEST_DATA ?? '.data/test')
  const server = await startPostgres({ ...data, port: TEST_PORT, settings: FAST })
  await prepareOwnServer({ port: server.port, secrets: data.secrets })
  const urlsOf = (database) => databaseUrls({ port: server.port, secrets: data.secrets, database })
  const template = `template_${hashOfMigrations()}`
  await withClient({ connectionString: urlsOf('mascate').DATABASE_OWNER_URL }, async (owner) => {
    await owner.query(`select pg_advisory_lock(hashtext('test template'))`)
    const { rows } = await owner.query(`select datname from pg_database where datname ~ '^(test|draft)_'`)
    for (const { datname } of rows)
      if (Number(datname.split('_')[1]) < Date.now() - LEFT_BEHIND_AFTER_MS)
        await owner.query(`drop database if exists ${datname} with (force)`)
    const known = await owner.query('select 1 from pg_database where datname = $1', [template])
    if (known.rowCount) return
    const draft = `draft_${Date.now()}`
    await owner.query(`create database ${draft}`)
    await migrate(urlsOf(draft))
    await owner.query(`alter database ${draft} rename to ${template}`)
  })
  process.env.TEST_DATABASE = JSON.stringify({ template, ...urlsOf('mascate') })
}

async function migrate({ DATABASE_OWNER_URL, DATABASE_WORKER_URL }) {
  await prepareJobSchema(DATABASE_OWNER_URL)
  await prepareSandboxSchema(DATABASE_OWNER_URL)
  await promisify(execFile)(process.execPath, [prismaProgram(), 'migrate', 'deploy'], {
    cwd: root,
    env: { ...process.env, ...prismaEnvironment, DATABASE_OWNER_URL },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`The test template cannot be migrated:\n${stdout}${stderr}`)
  })
  const { runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: DATABASE_WORKER_URL })
}

function hashOfMigrations() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'scripts/roles.mjs')))
  const folder = join(root, 'prisma/migrations')
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'migration.sql')
    if (existsSync(file)) hash.update(name).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

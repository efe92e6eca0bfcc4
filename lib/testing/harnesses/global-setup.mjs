import { createHash, randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../../scripts/data-folder.mjs'
import { prismaEnvironment, prismaProgram } from '../../../scripts/prisma.mjs'
import {
  databaseUrls,
  prepareJobSchema,
  prepareOwnServer,
  prepareSandboxSchema,
  withClient,
} from '../../../scripts/roles.mjs'
import { startTestServer } from '../../../scripts/test-database.mjs'

const LEFT_BEHIND_AFTER_MS = 3_600_000

/** A server of its own with one migrated template; each process of the tests works on a copy of it (setup-database.ts). */
export default async function setUp() {
  const { secrets, server } = await startTestServer()
  await prepareOwnServer({ port: server.port, secrets })
  const urlsOf = (database) => databaseUrls({ port: server.port, secrets, database })
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
  const adminUrl = `postgresql://postgres:${secrets.databaseAdminPassword}@127.0.0.1:${server.port}/mascate`
  const run = randomBytes(4).toString('hex')
  process.env.TEST_RUN = run
  process.env.TEST_DATABASE = JSON.stringify({ template, ADMIN_URL: adminUrl, ...urlsOf('mascate') })
  return () =>
    withClient({ connectionString: urlsOf('mascate').DATABASE_OWNER_URL }, (owner) => dropDatabasesOf(owner, run))
}

async function dropDatabasesOf(owner, run) {
  const { rows } = await owner.query(`select datname from pg_database where datname ~ $1`, [`^test_\\d+_${run}_`])
  // The server's own vacuum may be at work in one, which only a superuser may end: the next run drops it.
  for (const { datname } of rows) await owner.query(`drop database if exists ${datname} with (force)`).catch(() => {})
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

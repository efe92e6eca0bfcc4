import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './data-folder.mjs'
import { prismaEnvironment, prismaProgram } from './prisma.mjs'
import { databaseUrls, prepareJobSchema, prepareOwnServer, prepareSandboxSchema, withClient } from './roles.mjs'
import { startTestServer } from './test-database.mjs'

const LEFT_BEHIND_AFTER_MS = 3_600_000

/** The tests' server with one migrated template, made by the first caller: every test process works on a copy of it. */
export async function openTestTemplate() {
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
  return { secrets, server, template, urlsOf }
}

/** A copy of the template that is gone afterwards, for the owner of the schema. */
export async function withTemplateCopy(work) {
  const { template, urlsOf } = await openTestTemplate()
  const database = `draft_${Date.now()}_${process.pid}`
  const asOwner = (sql) =>
    withClient({ connectionString: urlsOf('mascate').DATABASE_OWNER_URL }, (owner) => owner.query(sql))
  await asOwner(`create database ${database} template ${template} strategy file_copy`)
  try {
    return await withClient({ connectionString: urlsOf(database).DATABASE_OWNER_URL }, work)
  } finally {
    await asOwner(`drop database if exists ${database} with (force)`)
  }
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

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate as migrateUrl } from '../../../scripts/migrations.mjs'
import { testDatabaseName, testServer, withOwner } from './database'

const root = process.cwd()
const place = (script: string) => pathToFileURL(join(root, `scripts/${script}.mjs`)).href
let made = 0
const databases: string[] = []

export const urlOf = (database: string) =>
  Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${database}` }).toString()

/** An empty one. */
export async function makeEmptyDatabase(kind: string): Promise<string> {
  const database = `${testDatabaseName()}_${kind}_${(made += 1)}`
  databases.push(database)
  await withOwner((owner) => owner.query(`create database ${database}`), 'mascate')
  return database
}

/** One as it is before the first migration of the product. */
export async function makeDatabase(kind: string): Promise<string> {
  const database = await makeEmptyDatabase(kind)
  await run(`const { prepareJobSchema } = await import('${place('roles')}'); await prepareJobSchema(url)`, database)
    .ended
  return database
}
export async function dropDatabases(): Promise<void> {
  for (const database of databases)
    await withOwner((owner) => owner.query(`drop database if exists ${database} with (force)`), 'mascate')
}

type Run = { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> }

function run(code: string, database: string): Run {
  const child = spawn(process.execPath, ['--input-type=module', '-e', `const url = process.env.URL; ${code}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, URL: urlOf(database), NODE_OPTIONS: '' },
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += String(text)))
  return { child, ended: once(child, 'close').then(([status]) => ({ code: status as number | null, said })) }
}

/** The migrator in a process of its own, so that it can be killed. */
export const migrate = (database: string, folder = join(root, 'prisma/migrations'), patience = {}): Run =>
  run(
    `const { migrate } = await import('${place('migrations')}'); console.log('applied', await migrate(url, ${JSON.stringify(folder)}, console.log, ${JSON.stringify(patience)}))`,
    database,
  )

/** The migrator in this process: to start another takes longer than to migrate. */
export async function migrateHere(
  database: string,
  folder: string,
  patience = {},
): Promise<{ code: number; said: string }> {
  const said: string[] = []
  try {
    said.push(`applied ${await migrateUrl(urlOf(database), folder, (line) => said.push(line), patience)}`)
    return { code: 0, said: said.join('\n') }
  } catch (error) {
    return { code: 1, said: [...said, String(error)].join('\n') }
  }
}

/** As at each start of the product. */
export const applyMigrations = (database: string): Run =>
  run(
    `const { applyMigrations } = await import('${place('migrate')}'); console.log('applied', await applyMigrations(url))`,
    database,
  )

export async function addMigration(folder: string, name: string, script: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), script)
}

export const rowsOf = (database: string) =>
  withOwner(async (owner) => {
    const known = await owner.query(`select to_regclass('_prisma_migrations') as known`)
    if (!known.rows[0].known) return []
    const sql = 'select migration_name as name, finished_at is not null as finished from _prisma_migrations order by 1'
    return (await owner.query<{ name: string; finished: boolean }>(sql)).rows
  }, database)

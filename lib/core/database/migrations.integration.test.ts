import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testDatabaseName, testServer, withOwner } from '@/lib/testing/harnesses/database'
import { addMigration } from '@/lib/testing/harnesses/migrating'
import { inFullForm } from '@/lib/testing/harnesses/left-out'

const root = process.cwd()
const urlOf = (name: string) =>
  Object.assign(new URL(testServer().DATABASE_OWNER_URL), { pathname: `/${name}` }).toString()
const database = `${testDatabaseName()}_migrate`
const url = urlOf(database)
let folder: string

// Prisma's command line writes migrations beside its schema, so it gets a copy of them.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mascate-migrate-'))
  await cp(join(root, 'prisma'), join(folder, 'prisma'), { recursive: true })
  await cp(join(root, 'prisma.config.ts'), join(folder, 'prisma.config.ts'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})

afterAll(async () => {
  await withOwner((owner) => owner.query(`drop database if exists ${database} with (force)`), 'mascate')
  await rm(folder, { recursive: true, force: true })
})

const migrate = (...words: string[]) => migrateOn(url, ...words)
const migrateOn = (address: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules/prisma/build/index.js'), 'migrate', ...words], {
    cwd: folder,
    timeout: 240_000,
    env: {
      ...process.env,
      DATABASE_OWNER_URL: address,
      PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'scripts/schema-engine.mjs'),
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })

const listMigrations = async () => (await readdir(join(folder, 'prisma/migrations'))).sort()

/** An index of a kind that Prisma's schema does not know, and so does not miss there. */
const BESIDE = `-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS beside ON orders (code) WHERE code LIKE 'x%';`

const expectNothingNew = async (before: string[]) => {
  expect(await listMigrations()).toEqual(before)
  const shadows = await withOwner(
    (owner) => owner.query(`select datname from pg_database where datname like 'prisma_migrate_shadow%'`),
    'mascate',
  )
  expect(shadows.rows).toEqual([])
}
const hasBeside = async () => {
  const built = await withOwner((owner) => owner.query(`select to_regclass('beside')::text as index`), database)
  expect(built.rows).toEqual([{ index: 'beside' }])
}

test('the migrations make what the schema says, and nothing that it does not', async () => {
  const ends = ['--from-config-datasource', '--to-schema', 'prisma/schema']
  const { stdout } = await migrateOn(urlOf(testDatabaseName()), 'diff', ...ends)
  expect(stdout).toContain('No difference detected.')
})

// Each takes all migrations once or more often: in the full form.
test(
  'migrating finds nothing in the schema that no migration says',
  inFullForm('takes all migrations; the comparison with the schema is above', 600_000),
  async () => {
    const { template } = testServer()
    await withOwner((owner) => owner.query(`create database ${database} template ${template}`), 'mascate')
    await addMigration(join(folder, 'prisma/migrations'), '99991231000000_beside', BESIDE)
    const migrations = await listMigrations()
    await migrate('dev', '--name', 'drift')
    await expectNothingNew(migrations)
    await hasBeside()
  },
)

test(
  'migrating a database that does not exist makes it',
  inFullForm('takes all migrations twice', 600_000),
  async () => {
    await withOwner((owner) => owner.query(`drop database if exists ${database} with (force)`), 'mascate')
    const migrations = await listMigrations()
    await migrate('dev', '--name', 'drift')
    await migrate('dev', '--name', 'drift')
    expect((await migrate('status')).stdout).toContain('up to date')
    expect((await migrate('deploy')).stdout).toContain('No pending migrations')
    await expectNothingNew(migrations)
    await hasBeside()
  },
)

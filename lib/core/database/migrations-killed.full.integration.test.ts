// Full form: kills programs that migrate. Default: each run migrates the template of the integration tests and the product of the browser tests.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareCatalogues, readCatalogue, type Catalogue } from '../../../scripts/schema/catalogue.mjs'
import { testDatabaseName, testServer, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMigration,
  applyMigrations,
  dropDatabases,
  makeDatabase,
  migrate,
  rowsOf,
  urlOf,
} from '@/lib/testing/harnesses/migrating'
import { randomFrom } from '@/lib/testing/harnesses/settlement-faults'
import { atLeast, drawnFrom, exactly, isFullProfile, reportFigures } from '@/lib/testing/harnesses/report-figures'

const root = process.cwd()
const ROUNDS = isFullProfile ? 10 : 1
const KILLS = isFullProfile ? 20 : 3
const random = randomFrom(Number(drawnFrom))

afterAll(dropDatabases)

/** More than the baseline, so that one can be killed between two. */
const MADE = Array.from({ length: 20 }, (_, nth) => `1_made_${String(nth).padStart(2, '0')}`)
let folder: string
let all: string[]
let whole: Catalogue

const shapeOf = (database: string) => withOwner(readCatalogue, database)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mascate-killed-'))
  await cp(join(root, 'prisma/migrations'), folder, { recursive: true })
  for (const name of MADE)
    await addMigration(
      folder,
      name,
      `create table "${name}" (n int primary key); create function "f${name}"() returns int language sql as 'select 1'; select pg_sleep(0.05);`,
    )
  all = (await readdir(folder)).filter((name) => name !== 'migration_lock.toml').sort()
  const database = await makeDatabase('whole')
  expect((await migrate(database, folder).ended).code).toBe(0)
  whole = await shapeOf(database)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('killed at drawn moments and started again, the database comes out whole, each migration applied once', async () => {
  const counts = { killed: 0, halfWay: 0, unfinished: 0, wrong: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const database = await makeDatabase('killed')
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = (await rowsOf(database)).length
      const { child, ended } = migrate(database, folder)
      // Once it is at work: then anywhere within the next migrations.
      while (child.exitCode === null && (await rowsOf(database)).length === before) await sleep(5)
      await sleep(random.between(0, 250))
      child.kill('SIGKILL')
      const { code } = await ended
      const rows = await rowsOf(database)
      if (code === null) counts.killed += 1
      if (rows.length > 0 && rows.length < all.length) counts.halfWay += 1
      counts.unfinished += rows.filter(({ finished }) => !finished).length
    }
    expect((await migrate(database, folder).ended).code).toBe(0)
    const names = (await rowsOf(database)).map(({ name }) => name)
    if (JSON.stringify(names) !== JSON.stringify(all)) counts.wrong += 1
    expect([names, compareCatalogues(whole, await shapeOf(database))]).toEqual([all, []])
  }
  expect(counts.halfWay).toBeGreaterThan(0)
  expect([counts.unfinished, counts.wrong]).toEqual([0, 0])
  reportFigures({
    accepted: ROUNDS,
    figures: [
      exactly('databases that did not come out whole', counts.wrong, 0),
      atLeast('starts killed half way', counts.halfWay, 1),
    ],
    notes: { 'starts killed': counts.killed },
  })
})

test('two that start at once migrate once: the second waits, and finds nothing left to do', async () => {
  const database = await makeDatabase('killed')
  const both = await Promise.all([migrate(database).ended, migrate(database).ended])
  const said = both.map((one) => one.said.trim().split('\n').at(-1)!)
  const all = await rowsOf(database)
  expect(said.toSorted()).toEqual(['applied 0', `applied ${all.length}`])
  expect(compareCatalogues(await shapeOf(testServer().template), await shapeOf(database))).toEqual([])
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/prisma/build/index.js'), 'migrate', 'status'],
    {
      env: {
        ...process.env,
        DATABASE_OWNER_URL: urlOf(database),
        NODE_OPTIONS: '',
        CHECKPOINT_DISABLE: '1',
        PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'scripts/schema-engine.mjs'),
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    },
  )
  expect(stdout).toContain('up to date')
})

describe('with a half-applied migration of another process', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mascate-half-'))
    await cp(join(root, 'prisma/migrations/migration_lock.toml'), join(folder, 'migration_lock.toml'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const add = (name: string, script: string) => addMigration(folder, name, script)
  const leave = (database: string, name: string) =>
    withOwner(
      (owner) =>
        owner.query(
          `insert into _prisma_migrations (id, checksum, migration_name, logs) values (gen_random_uuid()::text, 'x', $1, 'failed')`,
          [name],
        ),
      database,
    )

  test('killed between a script and the row that says so, nothing of the script is kept', async () => {
    const database = await makeDatabase('killed')
    await migrate(database, folder).ended
    await withOwner(
      (owner) =>
        owner.query(`create function wait_here() returns trigger language plpgsql as 'begin perform pg_sleep(3); return new; end';
          create trigger wait_here before insert on _prisma_migrations for each row execute function wait_here()`),
      database,
    )
    await add('0_killed', 'create table killed (n int);')
    const { child, ended } = migrate(database, folder)
    const isWaiting = `select 1 from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'`
    while ((await withOwner((owner) => owner.query(isWaiting, [database]))).rowCount === 0) await sleep(20)
    child.kill('SIGKILL')
    await ended
    await withOwner((owner) => owner.query('drop trigger wait_here on _prisma_migrations'), database)
    expect((await withOwner((owner) => owner.query(`select to_regclass('killed') as known`), database)).rows).toEqual([
      { known: null },
    ])
    expect((await migrate(database, folder).ended).said).toContain('applied 1')
    await rm(join(folder, '0_killed'), { recursive: true })
  })

  test('a script that never ran is applied, one that ran is taken as it is, and one that fails leaves nothing and no lock', async () => {
    const database = await makeDatabase('killed')
    await add('1_one', 'create table one (n int); insert into one values (1);')
    expect((await migrate(database, folder).ended).said).toContain('applied 1')
    await add('2_never_ran', 'create table two (n int);')
    await leave(database, '2_never_ran')
    expect((await migrate(database, folder).ended).said).toContain('applied 1')
    await add('3_ran', 'alter table two add column m int; insert into two values (1, 1);')
    await withOwner((owner) => owner.query('alter table two add column m int; insert into two values (1, 1)'), database)
    await leave(database, '3_ran')
    expect((await migrate(database, folder).ended).said).toContain('3_ran is there already')
    await add('4_fails', 'create table four (n int); insert into four values (1 / 0);')
    const failed = await migrate(database, folder).ended
    expect([failed.code, failed.said]).toEqual([
      1,
      expect.stringContaining('4_fails failed, and nothing of it was kept: division by zero'),
    ])
    await add('4_fails', 'create table four (n int);')
    expect((await migrate(database, folder).ended).said).toContain('applied 1')
    expect(await rowsOf(database)).toEqual(
      ['1_one', '2_never_ran', '3_ran', '4_fails'].map((name) => ({ name, finished: true })),
    )
    expect((await withOwner((owner) => owner.query('select * from two'), database)).rowCount).toBe(1)
  })
})

test('one that was changed after it was applied is not applied again, and said to be another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mascate-changed-'))
  const database = await makeDatabase('changed')
  await addMigration(folder, '1_tables', 'create table sold (n int);')
  await addMigration(folder, '2_more', 'create table kept (n int);')
  await migrate(database, folder).ended
  expect((await migrate(database, folder).ended).said.trim()).toBe('applied 0')
  await addMigration(folder, '1_tables', 'create table sold (n int, m int);')
  expect((await migrate(database, folder).ended).said.trim()).toBe(
    'migration 1_tables was another when it was applied here: what was changed in it since is not here\napplied 0',
  )
  await rm(folder, { recursive: true, force: true })
})

test('at a start that has nothing to apply it is said as well, and nothing else is', async () => {
  const database = testDatabaseName()
  const [first] = await rowsOf(database)
  const setChecksum = (checksum: string) =>
    withOwner((owner) =>
      owner.query('update _prisma_migrations set checksum = $1 where migration_name = $2', [checksum, first!.name]),
    )
  const before = await withOwner((owner) =>
    owner.query<{ checksum: string }>('select checksum from _prisma_migrations where migration_name = $1', [
      first!.name,
    ]),
  )
  expect((await applyMigrations(database).ended).said.trim()).toBe('applied false')
  await setChecksum('another')
  const { said } = await applyMigrations(database).ended
  await setChecksum(before.rows[0]!.checksum)
  expect(said.match(/migration .*/g)).toEqual([
    `migration ${first!.name} was another when it was applied here: what was changed in it since is not here`,
  ])
  expect(said).toContain('applied false')
})

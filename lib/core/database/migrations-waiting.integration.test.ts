import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { withOwner } from '@/lib/testing/harnesses/database'
import {
  addMigration,
  dropDatabases,
  makeEmptyDatabase,
  migrate,
  migrateHere,
  rowsOf,
  urlOf,
} from '@/lib/testing/harnesses/migrating'
import { inFullForm } from '@/lib/testing/harnesses/left-out'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

/** As in the product, but a tenth. */
const PATIENCE = { lockMs: 300, pauseMs: 100, longestPauseMs: 400, wholeMs: 20_000 }

let folder: string
let database: string
let other: pg.Client
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mascate-waiting-'))
  database = await makeEmptyDatabase('waiting')
  await addMigration(folder, '1_tables', 'create table sold (n int); create table kept (n int);')
  await migrateHere(database, folder)
  other = new pg.Client({ connectionString: urlOf(database) })
  await other.connect()
})
afterEach(async () => {
  await other.end()
  await rm(folder, { recursive: true, force: true })
})
afterAll(dropDatabases)

const WAITING = 'from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()'
async function untilWaiting() {
  const look = () => withOwner((owner) => owner.query(`select ${WAITING}`), database)
  while ((await look()).rowCount === 0) await sleep(20)
}

test('while somebody keeps a table, a migration steps back again and again and lets others at it, then is applied', async () => {
  await addMigration(folder, '2_wider', 'create table new (n int); alter table sold add column m int;')
  await other.query('begin; insert into sold values (1)')
  const ended = migrateHere(database, folder, PATIENCE)
  await untilWaiting()
  // Behind an order for the whole table, a request would wait as long as the first one goes on.
  await withOwner((owner) => owner.query(`set lock_timeout = '3s'; insert into sold values (2)`), database)
  await sleep(isFullProfile ? 1500 : 600)
  await other.query('commit')
  const { code, said } = await ended
  expect([code, said]).toEqual([0, expect.stringContaining('applied 1')])
  expect(said).toMatch(
    /2_wider waits for locks, .* In its way: mascate_owner \(process \d+\) on sold\n[\s\S]*2_wider waits/,
  )
  expect((await rowsOf(database)).map(({ name }) => name)).toEqual(['1_tables', '2_wider'])
})

// The full form adds the deadlock and the indexes; the default form holds the waiting and the giving up.
test(
  'one that is broken off because it and a request wait for one another is tried again',
  inFullForm('waits for a deadlock; the waiting and the giving up are above'),
  async () => {
    await addMigration(folder, '2_both', 'alter table sold add column m int; alter table kept add column m int;')
    await other.query('begin; insert into kept values (1)')
    const ended = migrateHere(database, folder, { ...PATIENCE, lockMs: 5000 })
    await untilWaiting()
    await other.query('insert into sold values (1)')
    await other.query('commit')
    const { code, said } = await ended
    expect([code, said]).toEqual([0, expect.stringContaining('2_both waits for locks')])
  },
)

test('a migration that never gets its locks reports that, names the blocking sessions, and leaves nothing behind', async () => {
  await addMigration(folder, '2_wider', 'create table new (n int); alter table sold add column m int;')
  await other.query('begin; lock table sold')
  const { code, said } = await migrateHere(database, folder, { ...PATIENCE, wholeMs: 1000 })
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /2_wider did not get its locks in 1 s, and nothing of it was kept\. In its way: mascate_owner \(process \d+\) on sold/,
    ),
  ])
  await other.query('commit')
  const { rows } = await withOwner((owner) => owner.query(`select to_regclass('new') as made`), database)
  expect(rows).toEqual([{ made: null }])
  expect((await migrateHere(database, folder)).said).toContain('applied 1')
})

describe('with an index that is built concurrently', () => {
  const BUILD =
    '-- no transaction\n-- Found by its number.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS sold_n ON sold (n);\n'
  const validOf = async (index: string) =>
    (await other.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [index])).rows
  const names = async () => (await rowsOf(database)).filter(({ finished }) => finished).map(({ name }) => name)
  /** Until it has ended the index is not whole; it waits for this transaction. */
  async function keepUnfinished() {
    const writer = new pg.Client({ connectionString: urlOf(database) })
    writer.on('error', () => undefined)
    await writer.connect()
    await writer.query('begin; insert into sold values (1)')
    return { end: () => writer.query('commit').finally(() => writer.end()) }
  }

  test(
    'no writer waits for it, and a second start waits for the first',
    inFullForm('starts programs that wait'),
    async () => {
      await addMigration(folder, '2_index', BUILD)
      const writer = await keepUnfinished()
      const first = migrate(database, folder)
      await untilWaiting()
      const second = migrate(database, folder)
      await other.query(`set lock_timeout = '200ms'; insert into sold values (2)`)
      await sleep(3000)
      await writer.end()
      expect((await first.ended).said.trim()).toBe('applied 1')
      expect((await second.ended).said).toContain('applied 0')
      expect(await validOf('sold_n')).toEqual([{ valid: true }])
    },
  )

  test(
    'killed with its statement, it is dropped and built again; killed alone, its statement ends and counts',
    inFullForm('kills programs'),
    async () => {
      await addMigration(folder, '2_index', BUILD)
      const writer = await keepUnfinished()
      const killed = migrate(database, folder)
      await untilWaiting()
      killed.child.kill('SIGKILL')
      await killed.ended
      await other.query(`select pg_terminate_backend(pid) ${WAITING}`)
      await writer.end()
      expect([await validOf('sold_n'), await names()]).toEqual([[{ valid: false }], ['1_tables']])
      const { said } = await migrate(database, folder).ended
      expect(said).toMatch(/2_index was cut short: the index sold_n is built again\napplied 1/)
      expect([await validOf('sold_n'), await names()]).toEqual([[{ valid: true }], ['1_tables', '2_index']])

      await addMigration(folder, '3_gone', '-- no transaction\nDROP INDEX CONCURRENTLY IF EXISTS sold_n;')
      const another = await keepUnfinished()
      const alone = migrate(database, folder)
      await untilWaiting()
      alone.child.kill('SIGKILL')
      await alone.ended
      const next = migrate(database, folder)
      await another.end()
      expect((await next.ended).said).toContain('applied 1')
      expect([await validOf('sold_n'), await names()]).toEqual([[], ['1_tables', '2_index', '3_gone']])
    },
  )

  test.each([
    '-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a ON sold (n); CREATE INDEX CONCURRENTLY IF NOT EXISTS b ON sold (n);',
    '-- no transaction\nCREATE INDEX CONCURRENTLY a ON sold (n);',
    '-- no transaction\nALTER TABLE sold ADD COLUMN m int;',
  ])('%s is refused: killed, it could not be asked for again', async (script) => {
    await addMigration(folder, '2_more', script)
    const { code, said } = await migrateHere(database, folder)
    expect([code, said]).toEqual([1, expect.stringContaining('2_more says "no transaction": it is to be one')])
    expect(await names()).toEqual(['1_tables'])
  })
})

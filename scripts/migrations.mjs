import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from './roles.mjs'

/** Prisma's own number: neither of the two migrates while the other does. */
const LOCK = 72707369
/** Errors of a script that was applied before: its tables, columns, types or functions exist. */
const THERE_ALREADY = ['42P06', '42P07', '42701', '42710', '42723']
/** Others hold what it wants, for longer than it may keep requests waiting behind itself, or want what it holds. */
const IN_THE_WAY = ['55P03', '40P01']
/**
 * Statements that cannot run in a transaction: building or dropping an index while its table is in use. One to a file,
 * as Prisma sends it.
 */
const NO_TRANSACTION = /^-- no transaction\b/
const ALONE =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) ("?\w+"?)[^;]*;?$/i
/** A request waits a second longer, so that one behind it still gets through. A statement of the worker lasts five minutes at most. */
const PATIENCE = { lockMs: 2000, wholeMs: 600_000, pauseMs: 1000, longestPauseMs: 15_000 }

const TABLE = `
  set client_min_messages = warning;
  create table if not exists _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null, logs text,
    rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0);
  set client_min_messages = notice`

/** The migrations of a folder, in their order. */
export const listMigrations = (folder) =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'))
      return { name, script: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
    })

/** A change to a script after it was applied has no effect: it takes a migration of its own. */
export function sayChanged({ name, checksum }, row, say) {
  if (row.checksum !== checksum)
    say(`migration ${name} was another when it was applied here: what was changed in it since is not here`)
}

const BASELINE = '0_baseline'

/**
 * Throws where a database was made by the migrations before the baseline. They cannot be brought up to it: each of them was applied before
 * the first release, and none of them is kept.
 */
export async function refuseBeforeBaseline(client, what = 'This database') {
  if (!(await client.query(`select to_regclass('public._prisma_migrations') as known`)).rows[0].known) return
  const { rows } = await client.query(
    `select from _prisma_migrations where finished_at is not null and rolled_back_at is null
     having count(*) > 0 and not bool_or(migration_name = $1)`,
    [BASELINE],
  )
  if (rows.length > 0) throw new Error(`${what} ${BEFORE_BASELINE}`)
}

const BEFORE_BASELINE = `was made by a version before 0_baseline, and this version cannot use it. Nothing was changed in it.
  1. Check the version out that made it, start it, and download what each company has (Company > Download everything).
  2. Check this version out again and start it on an empty database: name another folder in MASCATE_DATA, or another database in
     DATABASE_URL, DATABASE_OWNER_URL and DATABASE_WORKER_URL.
  docs/operations.md, "A database of before", says the rest.`

/**
 * Applies the missing migrations, each with its row in one transaction: a killed process leaves it whole or not at all.
 * One process at a time; another waits, and finds nothing left to do. Answers how many were applied.
 */
export const migrate = (ownerUrl, folder, say = () => {}, patience = {}) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    await lock(client, say)
    const migrations = listMigrations(folder)
    if (migrations.some(({ name }) => name === BASELINE)) await refuseBeforeBaseline(client)
    await client.query(TABLE)
    const { rows } = await client.query(
      'select id, migration_name as name, checksum, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null',
    )
    let count = 0
    for (const migration of migrations) {
      const row = rows.find(({ name }) => name === migration.name)
      if (row?.finished) {
        sayChanged(migration, row, say)
        continue
      }
      if (row) say(`migration ${migration.name} was cut short: it is applied again`)
      if (NO_TRANSACTION.test(migration.script)) await applyAlone(client, migration, row, say)
      else
        await withClient({ connectionString: ownerUrl }, (watcher) =>
          applyPatiently({ client, watcher, say, ...PATIENCE, ...patience }, migration, row),
        )
      count += 1
    }
    return count
  })

/** Asked for, not waited for: an index that is built beside the work waits for every statement, and so for one that waits for its builder. */
async function lock(client, say) {
  for (let nth = 0; ; nth += 1) {
    // A killed one's statement goes on at the server until it ends, and keeps the lock that long.
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as taken`)
    if (rows[0].taken) return
    if (nth === 10) say('another process migrates: waiting for it')
    await wait(200)
  }
}

/** A lock request blocks all later ones, so it never waits long. It gives up, and tries again. */
async function applyPatiently({ client, watcher, say, lockMs, wholeMs, pauseMs, longestPauseMs }, migration, halfway) {
  const until = Date.now() + wholeMs
  for (let pause = pauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    let holders = 'others'
    const looks = setInterval(
      () =>
        whoIsInTheWay(watcher, client.processID).then(
          (result) => (holders = result ?? holders),
          () => {},
        ),
      Math.min(500, lockMs / 3),
    )
    try {
      return await apply(client, migration, halfway, say, lockMs)
    } catch (error) {
      if (!IN_THE_WAY.includes(error.cause?.code)) throw error
      if (Date.now() + pause > until)
        throw new Error(
          `The migration ${migration.name} did not get its locks in ${Math.round(wholeMs / 1000)} s, and nothing of it was kept. In its way: ${holders}.`,
          { cause: error },
        )
      say(
        `migration ${migration.name} waits for locks, and is tried again in ${pause / 1000} s. In its way: ${holders}`,
      )
    } finally {
      clearInterval(looks)
    }
    await wait(pause)
  }
}

async function whoIsInTheWay(watcher, pid) {
  const { rows } = await watcher.query(
    `select string_agg(distinct format('%s (process %s) on %s', a.usename, a.pid, coalesce(l.relation::regclass::text, l.locktype)), ', ') as holders
     from pg_locks l cross join unnest(pg_blocking_pids(l.pid)) as blocking(pid) join pg_stat_activity a on a.pid = blocking.pid
     where l.pid = $1 and not l.granted`,
    [pid],
  )
  return rows[0].holders
}

async function apply(client, { name, script, checksum }, halfway, say, lockMs) {
  const begin = `begin; set local lock_timeout = ${lockMs}`
  await client.query(begin)
  try {
    await client.query(script)
  } catch (error) {
    await client.query('rollback')
    if (!halfway || !THERE_ALREADY.includes(error.code))
      throw new Error(`The migration ${name} failed, and nothing of it was kept: ${error.message}`, { cause: error })
    // Prisma applies a script whole and writes so afterwards: it was killed between the two.
    say(`migration ${name} is there already: ${error.message}`)
    await client.query(begin)
  }
  await note(client, { name, checksum }, halfway)
  await client.query('commit')
  await client.query('reset all')
}

/**
 * The statement may be run again, so it need not be in one transaction with its row: after a kill it runs once more.
 */
async function applyAlone(client, { name, script, checksum }, halfway, say) {
  const index = ALONE.exec(script.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim())?.[1]
  if (!index)
    throw new Error(
      `The migration ${name} says "no transaction": it is to be one CREATE INDEX CONCURRENTLY IF NOT EXISTS, or DROP INDEX CONCURRENTLY IF EXISTS.`,
    )
  // An invalid index of a failed build is maintained by every write, used by no query, and counts as existing for IF
  // NOT EXISTS.
  const broken = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid'
  if ((await client.query(broken, [index])).rowCount > 0) {
    say(`migration ${name} was cut short: the index ${index} is built again`)
    await client.query(`drop index concurrently if exists ${index}`)
  }
  try {
    await client.query(script)
  } catch (error) {
    throw new Error(`The migration ${name} failed, and is repeated at the next start: ${error.message}`, {
      cause: error,
    })
  }
  await note(client, { name, checksum }, halfway)
}

const note = (client, { name, checksum }, halfway) =>
  client.query(
    halfway
      ? 'update _prisma_migrations set finished_at = now(), checksum = $2, logs = null, applied_steps_count = 1 where id = $1'
      : 'insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)',
    halfway ? [halfway.id, checksum] : [randomUUID(), checksum, name],
  )

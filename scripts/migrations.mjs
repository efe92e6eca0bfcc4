import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from './roles.mjs'

/** Prisma's own number: neither of the two migrates while the other does. */
const LOCK = 72707369
/** What a script meets that was applied before: its tables, columns, types or functions are there. */
const THERE_ALREADY = ['42P06', '42P07', '42701', '42710', '42723']

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

/**
 * Applies what the database lacks, each migration and its row in one transaction: whoever is killed leaves it whole or not at all. One
 * process at a time; another waits, and finds nothing left to do. Answers how many were applied.
 */
export const migrate = (ownerUrl, folder, say = () => {}) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    // A killed one's statement goes on at the server until it ends, and keeps the lock that long.
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query(TABLE)
    const { rows } = await client.query(
      'select id, migration_name as name, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null',
    )
    let count = 0
    for (const migration of listMigrations(folder)) {
      const row = rows.find(({ name }) => name === migration.name)
      if (row?.finished) continue
      await apply(client, migration, row, say)
      count += 1
    }
    return count
  })

async function apply(client, { name, script, checksum }, halfway, say) {
  if (halfway) say(`migration ${name} was cut short: it is applied again`)
  await client.query('begin')
  try {
    await client.query(script)
  } catch (error) {
    await client.query('rollback')
    if (!halfway || !THERE_ALREADY.includes(error.code))
      throw new Error(`The migration ${name} failed, and nothing of it was kept: ${error.message}`, { cause: error })
    // Prisma applies a script whole and writes so afterwards: it was killed between the two.
    say(`migration ${name} is there already: ${error.message}`)
    await client.query('begin')
  }
  await client.query(
    halfway
      ? 'update _prisma_migrations set finished_at = now(), checksum = $2, logs = null, applied_steps_count = 1 where id = $1'
      : 'insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, now(), 1)',
    halfway ? [halfway.id, checksum] : [randomUUID(), checksum, name],
  )
  await client.query('commit')
  await client.query('reset all')
}

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeOf } from '../postgres.mjs'
import { withClient } from '../roles.mjs'
import { backupsFolder, listBackups } from './places.mjs'

const LOOK_EVERY_MS = 600_000
const OLD_AFTER_HOURS = 48
const WANTED_BACK_DAYS = 14
const SET_ASIDE = /^(?:postgres|audit|secrets\.json)\.before-(\d{8}T\d{6}Z)$/

/** Says what is wrong with the backups of a running product, when it begins and when it ends. Never throws. */
export async function watchBackups({ isStopping, say, find = findWarning, everyMs = LOOK_EVERY_MS, ...product }) {
  let lastProblem = ''
  while (!isStopping()) {
    // A check that fails, because the database is away, says nothing about the backups.
    const warning = await find(product).then(
      (found) => found ?? '',
      () => lastProblem,
    )
    if (warning !== lastProblem) say(warning || 'backups are in order again')
    lastProblem = warning
    await sleep(everyMs, undefined, { ref: false })
  }
}

/** The warning about the backups for the operator, or nothing. */
export const findWarning = async (product) => (await findFault(product)) ?? findSetAside(product.data)

async function findFault({ data, port, isPublic }) {
  const newest = listBackups(backupsFolder(placeOf(data))).at(-1)
  if (!newest) return isPublic ? 'WARNING: there is no backup yet (npm run db:backup, docs/operations.md)' : null
  const admin = { host: '127.0.0.1', port, user: 'postgres', password: data.secrets.databaseAdminPassword }
  const { rows } = await withClient({ ...admin, database: 'postgres' }, (client) =>
    client.query(
      `select last_failed_wal as wal, current_setting('archive_mode') as mode from pg_stat_archiver
       where last_failed_time > coalesce(last_archived_time, '-infinity') or current_setting('archive_mode') = 'off'`,
    ),
  )
  if (rows[0]?.mode === 'off') return 'WARNING: WAL is not archived: npm run db:stop, and start again'
  if (rows[0])
    return `WARNING: WAL file ${rows[0].wal} cannot be archived, and those after it fill the disk: see postgres.log`
  if (hoursSince(newest) > OLD_AFTER_HOURS)
    return `WARNING: the newest backup is of ${newest}, and all WAL since is kept: npm run db:backup`
  return null
}

/** No term but its operator's takes away what a restore took the place of, with the buyers in it. */
function findSetAside(data) {
  const places = [...new Set([data.folder, dirname(placeOf(data))])]
  const old = places.flatMap((place) =>
    readdirSync(place)
      .filter((name) => hoursSince(SET_ASIDE.exec(name)?.[1]) > WANTED_BACK_DAYS * 24)
      .toSorted()
      .map((name) => join(place, name)),
  )
  if (old.length === 0) return null
  return `WARNING: a restore put aside, more than ${WANTED_BACK_DAYS} days ago, what holds buyers and keys: rm -r ${old.join(' ')}`
}

const hoursSince = (stamp = '') =>
  (Date.now() - Date.parse(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))) / 3_600_000

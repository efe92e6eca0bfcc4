import { setTimeout as sleep } from 'node:timers/promises'
import { placeOf } from '../postgres.mjs'
import { withClient } from '../roles.mjs'
import { backupsFolder, listBackups } from './places.mjs'

const LOOK_EVERY_MS = 600_000
const OLD_AFTER_HOURS = 48

/** Says what is wrong with the backups of a running product, when it begins and when it ends. Never throws. */
export async function watchBackups({ data, port, isPublic, isStopping, say }) {
  let told = ''
  while (!isStopping()) {
    const warning = (await findWarning({ data, port, isPublic }).catch(() => null)) ?? ''
    if (warning !== told) say(warning || 'backups are in order again')
    told = warning
    await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  }
}

/** What an operator should know of the backups, or nothing. */
export async function findWarning({ data, port, isPublic }) {
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
  const at = Date.parse(newest.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (Date.now() - at > OLD_AFTER_HOURS * 3_600_000)
    return `WARNING: the newest backup is of ${newest}, and all WAL since is kept: npm run db:backup`
  return null
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUser, mayEnter, placeOf } from '../postgres.mjs'
import { DATABASE_NAME, withClient } from '../roles.mjs'
import { say } from '../steps.mjs'
import { keyIds } from './keys.mjs'
import { signManifest } from './manifest.mjs'
import { flush, inLanes, megabytes, pack, packBytes, requireSpace, walk } from './pack.mjs'
import * as places from './places.mjs'
import { countRows } from './rows.mjs'
import { copyStore } from './store.mjs'
import { listArchive } from './wal-archive.mjs'

const ARCHIVED_WITHIN_MS = 120_000
// Files that a server creates by itself, or that belong to the running one.
const EMPTY = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp']
const LEFT_OUT = new RegExp(
  `^(${[...EMPTY, 'pg_subtrans'].join('|')})/|^(postmaster\\.(pid|opts)|backup_label|tablespace_map)$|(^|/)(pgsql_tmp[^/]*|pg_internal\\.init[^/]*)(/|$)`,
)

/** A base backup of the running server, with the heads of the trails and what the file store gained. Answers its name. */
export async function takeBackup({ data, server, keys }) {
  const place = placeOf(data)
  const admin = { host: '127.0.0.1', port: server.port, user: 'postgres', password: data.secrets.databaseAdminPassword }
  const backups = places.backupsFolder(place)
  const systemId = places.systemIdOf(place)
  const archive = places.archiveFolder(backups, systemId)
  const user = databaseUser()
  await withClient({ ...admin, database: 'postgres' }, requireArchiving)
  mkdirSync(backups, { recursive: true, mode: 0o711 })
  places.makeOwnFolder(archive, user)
  if (!mayEnter(user, archive))
    throw new Error(`The database's user may not enter ${archive}: name another folder with MASCATE_BACKUPS.`)
  requireSpace(
    backups,
    entriesOf(place).reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    places.reserveBytes(),
  )

  const name = places.stamp()
  const draft = join(backups, `.${name}.part`)
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    const heads = await packHeads(data, draft)
    const made = await withClient({ ...admin, database: 'postgres' }, (client) =>
      copyWhileItRuns({ client, admin, place, draft, name }),
    )
    await waitForArchive(archive, made.wal.stopSegment, admin)
    const store = await copyStore(join(data.folder, 'files'), places.storeFolder(backups), say)
    const manifest = {
      format: 1,
      name,
      systemId,
      ...made.wal,
      keys: keyIds(keys),
      companies: made.companies,
      folders: made.folders,
      files: [...heads, ...made.files],
      store: store.map(({ path, bytes }) => ({ path, bytes })),
    }
    writeFileSync(join(draft, 'manifest.json'), signManifest(manifest, keys), { mode: 0o600 })
    flush(backups)
    renameSync(draft, join(backups, name))
    flush(backups)
    return { name, backups, systemId }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (places.listBackups(backups).length === 0) rmSync(archive, { recursive: true, force: true })
    throw error
  }
}

async function requireArchiving(client) {
  const { rows } = await client.query(`select current_setting('archive_mode') as mode`)
  if (rows[0].mode !== 'on')
    throw new Error(
      process.platform === 'win32'
        ? 'The WAL of the embedded PostgreSQL is not archived on Windows: back up a PostgreSQL server of your own by its tools.'
        : 'The running PostgreSQL was started without archiving its WAL: stop it (npm run db:stop) and start it again first.',
    )
}

// Before the database: a head that is older than the database is one of its chain, a younger one is not.
async function packHeads(data, draft) {
  const folder = join(data.folder, 'audit')
  const files = []
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const packed = name.endsWith('.json') && (await pack(folder, name, join(draft, 'audit', `${name}.gz`)))
    if (packed) files.push({ path: `audit/${name}`, ...packed })
  }
  return files
}

const entriesOf = (place) => [...walk(place)].filter(({ path }) => !LEFT_OUT.test(path))

async function copyWhileItRuns({ client, admin, place, draft, name }) {
  const { rows: begun } = await client.query(
    `select pg_walfile_name(pg_backup_start($1, fast => true)) as segment, current_setting('server_version') as version`,
    [name],
  )
  say(`copying the database from WAL file ${begun[0].segment} on`)
  const files = []
  const add = (path, packed) => void (packed && files.push({ path: `database/${path}`, ...packed }))
  const target = (path) => join(draft, 'database', `${path}.gz`)
  // Looked for only now: what appears from here on is made again from the WAL, what appeared before is not.
  const entries = entriesOf(place)
  const present = entries.filter(({ folder }) => !folder)
  if (present.some(({ path }) => path.startsWith('pg_tblspc/')) || readdirSync(join(place, 'pg_tblspc')).length > 0)
    throw new Error('This database has tablespaces outside its folder, which are not backed up.')
  await inLanes(
    'database',
    present,
    ({ bytes }) => bytes,
    async ({ path }) => add(path, await pack(place, path, target(path))),
  )
  const companies = await withClient({ ...admin, database: DATABASE_NAME }, countRows)
  const { rows } = await client.query(
    `select stopped.*, pg_walfile_name(stopped.lsn - 1) as segment, clock_timestamp() as at
     from pg_backup_stop(wait_for_archive => false) stopped`,
  )
  const [{ lsn, labelfile, spcmapfile, segment, at }] = rows
  add('backup_label', await packBytes(Buffer.from(labelfile), target('backup_label')))
  if (spcmapfile) add('tablespace_map', await packBytes(Buffer.from(spcmapfile), target('tablespace_map')))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  say(`database: ${files.length} files, ${megabytes(bytes)}`)
  const wal = {
    postgres: begun[0].version,
    startSegment: begun[0].segment,
    stopSegment: segment,
    stopLsn: lsn,
    finishedAt: at.toISOString(),
  }
  return { files, folders: entries.filter(({ folder }) => folder).map(({ path }) => path), companies, wal }
}

async function waitForArchive(archive, segment, admin) {
  const until = Date.now() + ARCHIVED_WITHIN_MS
  while (!listArchive(archive).some(({ name }) => name === segment)) {
    if (Date.now() > until) {
      const { rows } = await withClient({ ...admin, database: 'postgres' }, (client) =>
        client.query('select last_failed_wal as wal, last_failed_time as at from pg_stat_archiver'),
      )
      const why = rows[0].at ? ` Archiving ${rows[0].wal} failed last at ${rows[0].at.toISOString()}.` : ''
      throw new Error(`WAL file ${segment} does not arrive in ${archive}.${why} The database's log says why.`)
    }
    await sleep(100)
  }
}

/** Ends the WAL file that is being written, and waits until it is archived: what is restored now includes this moment. */
export async function switchWal(data, server) {
  const place = placeOf(data)
  const archive = places.archiveFolder(places.backupsFolder(place), places.systemIdOf(place))
  const admin = { host: '127.0.0.1', port: server.port, user: 'postgres', password: data.secrets.databaseAdminPassword }
  const { rows } = await withClient({ ...admin, database: 'postgres' }, async (client) => {
    await requireArchiving(client)
    return client.query('select pg_walfile_name(pg_switch_wal() - 1) as segment')
  })
  await waitForArchive(archive, rows[0].segment, admin)
}

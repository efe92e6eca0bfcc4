import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseUser, mayEnter, placeOf, startPostgres } from '../postgres.mjs'
import { freePort } from '../processes.mjs'
import { say } from '../steps.mjs'
import { inLanes, megabytes, requireSpace, unpack } from './pack.mjs'
import * as places from './places.mjs'
import { readUnlinked } from './unlinked.mjs'
import { listArchive, reachOf } from './wal-archive.mjs'

const PORT = 54_518
const RECOVERED_WITHIN_MS = 24 * 3_600_000
// The settings for a server's commands, replication and paths: a backup must not bring them to the one that restores
// it.
const ITS_OWN = ['postgresql.auto.conf', 'recovery.signal', 'standby.signal', 'tablespace_map']
const NOTHING_LATER = /recovery ended before configured recovery target was reached/

/** The whole backups that there are, or the one of that name. Throws where there is none. */
export function findBackups(backups, name) {
  const all = places.listBackups(backups).filter((known) => !name || known === name)
  if (all.length === 0) throw new Error(`There is no ${name ? `backup ${name}` : 'whole backup'} in ${backups}.`)
  return all
}

/**
 * The backup to begin with, for a moment (null: the last that there is), and how far its WAL goes.
 * Throws, saying what can be restored, where none leads to that moment.
 */
export function chooseBackup(backups, { to, name }) {
  const manifests = places.readManifests(backups, findBackups(backups, name), say)
  const early = manifests.filter(({ finishedAt }) => !to || new Date(finishedAt) <= to)
  if (early.length === 0)
    throw new Error(
      `The earliest moment that can be restored is ${manifests[0].finishedAt}, the end of the first backup.`,
    )
  const manifest = early.at(-1)
  const archive = places.archiveFolder(backups, manifest.systemId)
  const { until, missing } = reachOf(archive, manifest)
  if (missing && (!to || to > until))
    throw new Error(
      `WAL file ${missing} is missing from ${archive}: backup ${manifest.name} can be restored to moments up to ` +
        `${until.toISOString()} (--to).`,
    )
  if (to > until)
    throw new Error(
      `The archived WAL goes to ${until.toISOString()}, not to ${to.toISOString()}. Without --to all there is is restored.`,
    )
  return { manifest, archive, until }
}

/**
 * Unpacks a backup into a data folder of its own, checking each file, and lets PostgreSQL follow the WAL to the moment.
 * The settings of ALTER SYSTEM are those of `own`, the present database. Answers the server.
 */
export async function recover({ backups, manifest, archive, to, draft, own }) {
  const from = join(backups, manifest.name)
  const files = manifest.files.filter(({ path }) => !ITS_OWN.some((name) => path === `database/${name}`))
  const database = files.filter(({ path }) => path.startsWith('database/'))
  const place = placeOf(draft)
  const setHere = readUnlinked(own, 'postgresql.auto.conf') ?? ''
  requireSpace(
    dirname(place),
    database.reduce((sum, { bytes }) => sum + bytes, 0),
    places.reserveBytes(),
  )
  say(`unpacking backup ${manifest.name} of ${manifest.finishedAt}`)
  // Ours alone until all is written: the database's user could put links where root is about to write.
  mkdirSync(place, { mode: 0o700 })
  manifest.folders.forEach((folder) => mkdirSync(join(place, folder), { recursive: true, mode: 0o700 }))
  await inLanes(
    'unpacking',
    files,
    ({ bytes }) => bytes,
    async (file) => {
      const inDatabase = file.path.startsWith('database/')
      const target = inDatabase ? join(place, file.path.slice('database/'.length)) : join(draft.folder, file.path)
      await unpack(join(from, `${file.path}.gz`), target, file)
    },
  )
  say(`unpacked and checked: ${megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))}`)
  const written = { 'recovery.signal': '', 'postgresql.auto.conf': setHere }
  for (const [name, content] of Object.entries(written))
    writeFileSync(join(place, name), content, { mode: 0o600, flag: 'wx' })
  return await follow({ archive, to, draft, place })
}

async function follow({ archive, to, draft, place }) {
  const user = databaseUser()
  if (user.uid !== undefined) {
    // Copies of an archive that were carried here may be anybody's.
    places.giveFolder(archive, user)
    for (const { file } of listArchive(archive))
      if (lstatSync(join(archive, file), { throwIfNoEntry: false })?.uid !== user.uid)
        places.giveFile(archive, file, user)
  }
  if (!mayEnter(user, archive))
    throw new Error(`The database's user may not enter ${archive}: move the backups elsewhere.`)
  const script = places.placeScript('restore-wal.sh', dirname(place))
  const settings = {
    // A trial recovery must never be archived beside the real WAL.
    archive_mode: 'off',
    hot_standby: 'off',
    restore_command: places.restoreCommand(script, archive),
    recovery_target_action: 'promote',
  }
  const start = async (more) =>
    startPostgres({
      ...draft,
      port: await freePort(PORT),
      settings: { ...settings, ...more },
      readyWithinMs: RECOVERED_WITHIN_MS,
      attempts: 1,
    })
  places.giveTree(place, user)
  say(`following the WAL to ${to ? to.toISOString() : 'its end'}`)
  if (!to) return await start()
  try {
    return await start({
      // While it reads its settings PostgreSQL knows no names of time zones yet, not even Z.
      recovery_target_time: to.toISOString().replace('Z', '+00'),
    })
  } catch (error) {
    // The WAL goes beyond the moment, and nothing was committed in between: its end is that moment.
    if (!NOTHING_LATER.test(error.message)) throw error
    return await start()
  }
}

import { chmodSync, chownSync, closeSync, copyFileSync, existsSync, fchownSync, lchownSync } from 'node:fs'
import { lstatSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from '../data-folder.mjs'
import { readManifest } from './manifest.mjs'
import { walk } from './pack.mjs'
import { openUnlinked, readUnlinked } from './unlinked.mjs'

const ARCHIVE_EVERY_SECONDS = 300
const RESERVE_MB = 1024
const BACKUP_NAME = /^\d{8}T\d{6}Z$/

/** Where backups lie: what the environment names, else beside the database. */
export const backupsFolder = (place) =>
  process.env.MASCATE_BACKUPS ? resolve(root, process.env.MASCATE_BACKUPS) : join(dirname(place), 'backups')

/** The bytes that must stay free on a disk. */
export const reserveBytes = () => Number(process.env.MASCATE_BACKUP_RESERVE_MB || RESERVE_MB) * 1_048_576

/** WAL continues one database alone: each has an archive of its own, by the identifier that initdb gave it. */
export const archiveFolder = (backups, systemId) => join(backups, `wal-${systemId}`)

export const storeFolder = (backups) => join(backups, 'files')

/** A database's own identifier, from the first eight bytes of its control file. */
export function systemIdOf(place) {
  const control = readUnlinked(place, 'global/pg_control', 8)
  if (!control) throw new Error(`There is no whole database in ${place}: it has no global/pg_control.`)
  return control.readBigUInt64LE().toString()
}

/** The settings with which a server archives its WAL from the first backup on. */
export function archiveSettings(place) {
  // Its shell has none of what the script needs.
  if (process.platform === 'win32') return {}
  const script = placeScript('archive-wal.sh', dirname(place))
  const archive = archiveFolder(backupsFolder(place), systemIdOf(place))
  const expected = existsSync(archive) ? '1' : '0'
  const given = [archive, Math.ceil(reserveBytes() / 1024), expected].map(quote)
  return {
    archive_mode: 'on',
    archive_timeout: ARCHIVE_EVERY_SECONDS,
    archive_command: `sh ${quote(script)} '%p' '%f' ${given.join(' ')}`,
  }
}

export const restoreCommand = (script, archive) => `sh ${quote(script)} '%f' '%p' ${quote(archive)}`

// For the shell, and for PostgreSQL, which reads % as the start of a name of its own.
const quote = (text) => `'${String(text).replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/** The database's user may be unable to enter the checkout, but reaches what stands beside its data. */
export function placeScript(name, folder) {
  const script = join(folder, name)
  const draft = `${script}.${process.pid}`
  copyFileSync(join(import.meta.dirname, name), draft)
  chmodSync(draft, 0o755)
  renameSync(draft, script)
  return script
}

/** Makes a folder of the database's user, where there is such a user. */
export function makeOwnFolder(folder, user, mode = 0o700) {
  mkdirSync(folder, { recursive: true, mode })
  giveFolder(folder, user)
}

/** To the database's user. A link is not followed: what it names may be any folder of this machine. */
export function giveFolder(folder, user) {
  if (!lstatSync(folder).isDirectory())
    throw new Error(`${folder} is a link, not a folder: put the folder itself there.`)
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
}

/**
 * As `giveFolder`, with all that is in it, the folder itself last: until then no other user may enter it and change its
 * content.
 */
export function giveTree(folder, user) {
  if (user.uid !== undefined) for (const { path } of walk(folder)) lchownSync(join(folder, path), user.uid, user.gid)
  giveFolder(folder, user)
}

/** A file of such a folder to that user. One that has a second name is not given: it may be any file of this machine. */
export function giveFile(folder, path, user) {
  const opened = openUnlinked(folder, path)
  if (!opened) return
  try {
    fchownSync(opened.fd, user.uid, user.gid)
  } finally {
    closeSync(opened.fd)
  }
}

/** The complete backups of a folder, oldest first, without those that were cut short or set aside. */
export const listBackups = (backups) =>
  (existsSync(backups) ? readdirSync(backups) : [])
    .filter((name) => BACKUP_NAME.test(name) && existsSync(join(backups, name, 'manifest.json')))
    .sort()

export const stamp = (at = new Date()) => at.toISOString().replace(/[-:]|\.\d+/g, '')

/** The manifests that can be read, oldest first; of the others it is said why not. Throws where none can. */
export function readManifests(backups, names, say) {
  const problems = []
  const manifests = names.flatMap((name) => {
    try {
      return [readManifest(backups, name)]
    } catch (error) {
      problems.push(error)
      return []
    }
  })
  if (manifests.length === 0 && problems.length > 0) throw problems[0]
  problems.forEach(({ message }) => say(message))
  return manifests
}

/** Throws where an administrator would leave files that the product's own user may not read. */
export function requireOwner(folder) {
  const { uid } = statSync(folder)
  if (process.getuid?.() === 0 && uid !== 0)
    throw new Error(`${folder} belongs to the user ${uid}: run this as that user, as docs/operations.md says.`)
}

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJson, writeSecrets } from '../data-folder.mjs'
import { databaseUser, placeOf, runsOn } from '../postgres.mjs'
import { say } from '../steps.mjs'
import { flush } from './pack.mjs'
import { listBackups, placeScript, readManifests, stamp, storeFolder } from './places.mjs'
import { bringBackStore } from './store.mjs'

/**
 * Puts a restored database, whose server has stopped, in the place of the present one, with the ends of its audit logs
 * and the missing files of the file store. The replaced one is kept beside it: answers where.
 */
export async function putInPlace({ data, draft, backups, archive, to, given }) {
  const store = join(data.folder, 'files')
  if (!process.env.S3_BUCKET) say(`${await bringBackStore(storeFolder(backups), store)} files brought back`)
  const before = []
  const suffix = `.before-${stamp()}`
  const setAside = (path) => {
    if (!existsSync(path)) return
    renameSync(path, path + suffix)
    before.push(path + suffix)
  }
  const place = placeOf(data)
  const audit = join(data.folder, 'audit')
  // Hours may have passed, and a request to a stopped database starts it.
  requireStopped(data)
  archiveHistory(placeOf(draft), archive)
  setAside(place)
  renameSync(placeOf(draft), place)
  setAside(audit)
  if (existsSync(join(draft.folder, 'audit'))) renameSync(join(draft.folder, 'audit'), audit)
  if (given) {
    const file = join(data.folder, 'secrets.json')
    const known = readJson(file)
    setAside(file)
    writeSecrets(file, { ...known, ...given })
  }
  rmSync(join(data.folder, 'runtime.json'), { force: true })
  flush(data.folder)
  if (to) setAsideBackups(backups, to)
  return { before }
}

export function requireStopped(data) {
  if (runsOn(data))
    throw new Error(`PostgreSQL runs on ${placeOf(data)}: stop it first (npm run db:stop). It was left as it is.`)
}

/**
 * The WAL branches here. A server without archiving has not archived the history file, and later recoveries need it.
 */
function archiveHistory(place, archive) {
  const script = placeScript('archive-wal.sh', dirname(place))
  const names = readdirSync(join(place, 'pg_wal')).filter((name) => name.endsWith('.history'))
  for (const name of names) {
    const args = [script, `pg_wal/${name}`, name, archive, '0', '1']
    const { status, stderr } = spawnSync('sh', args, { ...databaseUser(), cwd: place, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${name} cannot be archived: ${stderr}`)
  }
}

// Made on the branch that was left: no recovery leads from them into this one.
function setAsideBackups(backups, to) {
  for (const { name, finishedAt } of readManifests(backups, listBackups(backups), say)) {
    if (new Date(finishedAt) <= to) continue
    renameSync(join(backups, name), join(backups, `${name}.left`))
    say(`backup ${name} belongs to what was left: it is now ${name}.left`)
  }
}

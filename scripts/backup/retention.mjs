import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { archiveFolder, listBackups, readManifests, storeFolder } from './places.mjs'
import { say } from '../steps.mjs'
import { listStore } from './store.mjs'
import { listArchive, segmentNumber } from './wal-archive.mjs'

/** Removes the oldest backups but so many, the WAL that only they needed, and copies of files that neither the store nor a kept backup has. */
export function removeOld({ backups, systemId, store, keep }) {
  const all = listBackups(backups)
  for (const name of all.slice(0, -keep)) rmSync(join(backups, name), { recursive: true, force: true })
  const kept = readManifests(backups, all.slice(-keep), say)
  const own = kept.filter(({ systemId: id }) => id === systemId)
  if (own.length === 0) return
  removeLeftovers(backups)
  const archives = new Set(kept.map((manifest) => `wal-${manifest.systemId}`))
  for (const name of readdirSync(backups))
    if (/^wal-\d+$/.test(name) && !archives.has(name)) rmSync(join(backups, name), { recursive: true, force: true })
  const archive = archiveFolder(backups, systemId)
  const from = own.map(({ startSegment }) => segmentNumber(startSegment)).reduce((a, b) => (a < b ? a : b))
  for (const { file, name } of listArchive(archive))
    if (!name.endsWith('.history') && segmentNumber(name) < from) rmSync(join(archive, file), { force: true })

  const named = new Set(kept.flatMap((manifest) => manifest.store.map(({ path }) => path)))
  const since = new Date(kept[0].finishedAt)
  const copies = storeFolder(backups)
  for (const { path, place, changed } of listStore(copies))
    if (!named.has(path) && changed < since && !existsSync(join(store, place)))
      rmSync(join(copies, path), { force: true })
}

// Backups that were killed half way: whoever makes one now has none of an earlier day.
function removeLeftovers(backups) {
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  for (const name of readdirSync(backups))
    if (/^\.\d{8}T\d{6}Z\.part$/.test(name) && name.slice(1, 9) < today)
      rmSync(join(backups, name), { recursive: true, force: true })
}

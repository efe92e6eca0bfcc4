import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../steps.mjs'
import { walk } from './pack.mjs'
import { archiveFolder, listBackups, readManifests, storeFolder } from './places.mjs'
import { listStore } from './store.mjs'
import { listArchive, segmentNumber } from './wal-archive.mjs'

/**
 * Removes the oldest backups but so many, what restores left of their time, the WAL that only they needed, and copies of files that neither
 * the store nor a kept backup has.
 */
export function removeOld({ backups, systemId, store, keep }) {
  const all = listBackups(backups)
  for (const name of all.slice(0, -keep)) rmSync(join(backups, name), { recursive: true, force: true })
  const kept = readManifests(backups, all.slice(-keep), say)
  const own = kept.filter(({ systemId: id }) => id === systemId)
  if (own.length === 0) return
  removeLeft(backups, kept[0].name)
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

/** Backups of a branch that a restore left: nothing is restored from them, and buyers are in them as in any other. */
function removeLeft(backups, oldest) {
  for (const name of readdirSync(backups))
    if (/^\d{8}T\d{6}Z\.left$/.test(name) && name < oldest)
      rmSync(join(backups, name), { recursive: true, force: true })
}

// Leftovers of a killed run: a new backup has none of an earlier day.
function removeLeftovers(backups) {
  const today = new Date().toISOString().slice(0, 10)
  for (const name of readdirSync(backups))
    if (/^\.\d{8}T\d{6}Z\.part$/.test(name) && name.slice(1, 9) < today.replaceAll('-', ''))
      rmSync(join(backups, name), { recursive: true, force: true })
  const copies = storeFolder(backups)
  for (const { path, changed } of walk(copies))
    if (path.endsWith('.part') && changed < new Date(today)) rmSync(join(copies, path), { force: true })
}

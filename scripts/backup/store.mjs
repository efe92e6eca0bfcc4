import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inLanes, measure, requireSpace, walk } from './pack.mjs'
import { reserveBytes } from './places.mjs'

const KEPT = /^(.+)-([0-9a-f]{64})$/

/** The copies of the file store: each under its own path, its checksum at the end of its name, the newest of a path last. */
export function listStore(copies) {
  const files = []
  for (const { path, folder, bytes, changed } of walk(copies)) {
    const [, place, sha256] = (!folder && KEPT.exec(path)) || []
    if (place) files.push({ place, path, sha256, bytes, changed })
  }
  return files.sort((a, b) => a.changed - b.changed)
}

/** Copies what the file store gained since the last time; nothing that was copied is ever changed. Answers what stands there now. */
export async function copyStore(store, copies, say) {
  const known = new Map(listStore(copies).map((file) => [file.place, file]))
  const isSame = (file, copy) => copy?.bytes === file.bytes && Math.abs(copy.changed - file.changed) < 1000
  const live = [...walk(store)].filter(({ path, folder }) => !folder && !path.endsWith('.part'))
  const fresh = live.filter((file) => !isSame(file, known.get(file.path)))
  mkdirSync(copies, { recursive: true, mode: 0o700 })
  const sizeOf = ({ bytes }) => bytes
  requireSpace(
    copies,
    fresh.reduce((sum, file) => sum + file.bytes, 0),
    reserveBytes(),
  )
  await inLanes('files', fresh, sizeOf, async (file) => {
    const copy = await copyFile(store, copies, file)
    if (copy) known.set(file.path, copy)
  })
  say(`files: ${fresh.length} new of ${live.length}`)
  return live.flatMap(({ path }) => known.get(path) ?? [])
}

async function copyFile(store, copies, { path: place, changed }) {
  const draft = join(copies, `${place}.part`)
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
  const { meter, read } = measure()
  try {
    await pipeline(createReadStream(join(store, place)), meter, createWriteStream(draft, { mode: 0o600, flush: true }))
  } catch (error) {
    await rm(draft, { force: true })
    if (error.code === 'ENOENT') return null
    throw error
  }
  const { bytes, sha256 } = read()
  const path = `${place}-${sha256}`
  await utimes(draft, changed, changed)
  await rename(draft, join(copies, path))
  return { place, path, sha256, bytes, changed }
}

/** Brings back into the store what it lacks; what stands there is younger or the same. Throws where a copy is damaged. */
export async function bringBackStore(copies, store) {
  const newest = [...new Map(listStore(copies).map((file) => [file.place, file])).values()]
  const lacking = newest.filter(({ place }) => !existsSync(join(store, place)))
  await inLanes(
    'files',
    lacking,
    ({ bytes }) => bytes,
    async (file) => {
      const target = join(store, file.place)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await readCopy(copies, file, createWriteStream(`${target}.part`, { mode: 0o600 }))
      await rename(`${target}.part`, target)
    },
  )
  return lacking.length
}

/** Reads a copy to its end. Throws where it is not what its name says. */
export async function readCopy(copies, { path, sha256 }, target) {
  const { meter, read } = measure()
  await pipeline(createReadStream(join(copies, path)), meter, target ?? nowhere())
  if (read().sha256 !== sha256) throw new Error(`The backup is damaged: files/${path} is not what its name says.`)
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

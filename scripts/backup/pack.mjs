import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip, gunzip, gzip } from 'node:zlib'
import { say } from '../steps.mjs'
import { openUnlinked, readOpened, streamOpened } from './unlinked.mjs'

const LANES = 4
const AT_ONCE_BYTES = 4_194_304
const FAST = { level: 1 }
/** For a file that must not exist yet, nor as a link. */
const NEW = { mode: 0o600, flag: 'wx', flags: 'wx' }
const REPORT_EVERY_MS = 5_000

export const megabytes = (bytes) => `${(bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0)} MB`

/**
 * Packs a file up to its present length, and answers the bytes and sha256 that were read; null where it is gone
 * meanwhile. Later writes of the database are in the WAL.
 */
export async function pack(folder, path, target) {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const opened = openUnlinked(folder, path)
  if (!opened) return null
  if (opened.bytes <= AT_ONCE_BYTES) return await packBytes(readOpened(opened), target)
  const { meter, read } = measure()
  await pipeline(streamOpened(opened), meter, createGzip(FAST), createWriteStream(target, { mode: 0o600 }))
  return read()
}

export async function packBytes(bytes, target) {
  await writeFile(target, await promisify(gzip)(bytes, FAST), { mode: 0o600 })
  return { bytes: bytes.length, sha256: sha256(bytes) }
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Unpacks a file to where none stands and holds it against its bytes and checksum. Throws naming it where it is damaged or missing. */
export async function unpack(source, target, { path, bytes, sha256: expected }) {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  let result
  try {
    if (bytes <= AT_ONCE_BYTES) {
      const content = await promisify(gunzip)(await readFile(source), { maxOutputLength: bytes + 1 })
      await writeFile(target, content, NEW)
      result = { bytes: content.length, sha256: sha256(content) }
    } else {
      const { meter, read } = measure()
      await pipeline(createReadStream(source), createGunzip(), meter, createWriteStream(target, NEW))
      result = read()
    }
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`The backup is not whole: ${path} is missing.`)
    if (/^Z_|^ERR_BUFFER_TOO_LARGE$/.test(error.code ?? ''))
      throw new Error(`The backup is damaged: ${path} cannot be unpacked.`)
    throw error
  }
  if (result.bytes !== bytes || result.sha256 !== expected)
    throw new Error(`The backup is damaged: ${path} has another checksum than its manifest says.`)
}

/** Counts and sums up what flows through. */
export function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { meter, read: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Does `work` with all items, some at a time, and says how far it is. `sizeOf` gives an item's bytes. */
export async function inLanes(name, items, sizeOf, work) {
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0)
  const waiting = items.values()
  let [done, lastReportAt] = [0, Date.now()]
  const lane = async () => {
    for (const item of waiting) {
      await work(item)
      done += sizeOf(item)
      if (Date.now() - lastReportAt < REPORT_EVERY_MS) continue
      lastReportAt = Date.now()
      say(`${name}: ${megabytes(done)} of ${megabytes(total)}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Every file and folder under a folder, as paths within it; what vanishes meanwhile is left out. */
export function* walk(folder, within = '') {
  let entries
  try {
    entries = readdirSync(join(folder, within), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  for (const entry of entries) {
    const path = within ? `${within}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      yield { path, folder: true }
      yield* walk(folder, path)
    } else if (entry.isFile()) {
      const result = statSync(join(folder, path), { throwIfNoEntry: false })
      if (result) yield { path, folder: false, bytes: result.size, changed: result.mtime }
    }
  }
}

/** Throws where a disk lacks the room for so many bytes beside what must stay free. */
export function requireSpace(folder, bytes, reserve) {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < bytes + reserve)
    throw new Error(
      `${folder} has ${megabytes(free)} free; this needs up to ${megabytes(bytes)}, and ${megabytes(reserve)} must stay free.`,
    )
}

/** Lets everything that was written to a folder reach its disk. */
export function flush(folder) {
  if (spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status !== 0) spawnSync('sync', [], { stdio: 'ignore' })
}

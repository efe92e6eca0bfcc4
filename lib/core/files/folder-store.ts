import 'server-only'
import { open, opendir, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { env } from '../env'
import { FileStoreError } from '../errors'
import type { FileStore } from './file-store'
import { sumOf } from './sum'

/** Where a place of the store lies on disk. */
export const storedPath = (place: string) => resolve(env().MASCATE_DATA, 'files', place)

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const refuse =
  (place: string) =>
  (cause: unknown): never => {
    throw new FileStoreError(isMissing(cause) ? 'missing' : 'refused', place, { cause })
  }

async function* filesUnder(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (!entry.name.endsWith('.part')) yield path
  }
}

/** Files under the data folder, which all processes share. */
export const folderStore = (pathOf = storedPath): FileStore => ({
  pathOf,
  async put(draft, { place }) {
    await mkdir(dirname(pathOf(place)), { recursive: true, mode: 0o700 })
      .then(() => rename(draft, pathOf(place)))
      .catch(refuse(place))
  },
  async open(place) {
    const file = await open(pathOf(place), 'r').catch(refuse(place))
    return file.createReadStream()
  },
  async remove(place) {
    await rm(pathOf(place), { recursive: true, force: true }).catch(refuse(place))
  },
  async *list(within) {
    for await (const path of filesUnder(pathOf(within))) {
      const result = await stat(path, { bigint: true }).catch(() => null)
      if (result) yield { place: relative(pathOf(''), path), bytes: result.size, writtenAt: result.mtime }
    }
  },
  async find(place) {
    const file = await open(pathOf(place), 'r').catch((error: unknown) => {
      if (isMissing(error)) return null
      return refuse(place)(error)
    })
    return file && sumOf(file.createReadStream())
  },
})

import 'server-only'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { newId } from '../ids'
import { storedPath } from './folder-store'

const FOLDER = '.passing'
const KEPT_MS = 86_400_000

/** A temporary path for a file on its way to or from the store. A killed process leaves the file there. */
export async function passingPath(): Promise<string> {
  const path = storedPath(join(FOLDER, `${newId()}.part`))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return path
}

/**
 * Writes to a file that is there when this answers. A stream that opens its file by itself may do so after what failed meanwhile was
 * removed, and leave it behind.
 */
export const writeTo = async (path: string): Promise<Writable> => (await open(path, 'w', 0o600)).createWriteStream()

/** Removes what killed processes left on its way. */
export async function purgePassing(): Promise<void> {
  const folder = storedPath(FOLDER)
  for (const name of await readdir(folder).catch(() => [])) {
    const result = await stat(join(folder, name)).catch(() => null)
    if (result && Date.now() - result.mtimeMs > KEPT_MS) await rm(join(folder, name), { force: true })
  }
}

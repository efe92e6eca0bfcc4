import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { join } from 'node:path'

// A pipe without a writer would be waited for. Windows knows neither of the two.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
/** PostgreSQL renames and removes files while they are looked at, but none so often within a moment. */
const TRIES = 5

/**
 * Opens a file in a folder whose user may change all that is in it at any moment. Answers its descriptor and the bytes that it has now; null
 * where there is none. No link is followed, the folders between included, and nothing is opened that has a second name: what is named may
 * be for root alone. PostgreSQL gives none of its files a second name, and neither do we.
 */
export function openUnlinked(folder, path) {
  const refused = new Error(
    `${join(folder, path)} is a link, has a second name or is no file at all: put the file itself there, or remove it.`,
  )
  try {
    const expected = join(realpathSync(folder), path)
    for (let tried = 0; tried < TRIES; tried++) {
      const fd = openSync(expected, FLAGS)
      const result = fstatSync(fd)
      const isPlain = result.isFile() && result.nlink <= 1
      if (isPlain && standsAt(fd, expected)) return { fd, bytes: result.size }
      closeSync(fd)
      if (!isPlain) break
    }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw ['ELOOP', 'EMLINK'].includes(error.code) ? refused : error
  }
  throw refused
}

// Another place is where a link among the folders above led, or what became of a file that was renamed or removed meanwhile.
const standsAt = (fd, path) => process.platform !== 'linux' || readlinkSync(`/proc/self/fd/${fd}`) === path

/** The content of a file of such a folder, up to so many bytes; null where there is none. */
export function readUnlinked(folder, path, most = Infinity) {
  const opened = openUnlinked(folder, path)
  return opened && readOpened({ ...opened, bytes: Math.min(opened.bytes, most) })
}

/** The content of the opened file, up to its length then: later writes are not followed. Closes it. */
export function readOpened({ fd, bytes }) {
  try {
    const content = Buffer.alloc(bytes)
    let [read, more] = [0, 1]
    while (more > 0 && read < bytes) read += more = readSync(fd, content, read, bytes - read, read)
    return content.subarray(0, read)
  } finally {
    closeSync(fd)
  }
}

/** As `readOpened`, of what is not empty, piece by piece. */
export const streamOpened = ({ fd, bytes }) => createReadStream('', { fd, start: 0, end: bytes - 1 })

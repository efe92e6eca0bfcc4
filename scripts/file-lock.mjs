import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** The file is locked by another process, which may be one of another container. */
export const TAKEN = 'taken'

/**
 * The kernel's lock on a file: it lasts until the last process that holds the descriptor ends, however it ends, and is seen by every container of
 * the machine. Answers the descriptor, TAKEN, or null where there is no flock(1): then only process numbers tell who is at work.
 */
export function lockFile(path) {
  const descriptor = openSync(path, 'a', 0o600)
  // The lock is the open file's, which both processes have: it stays when flock(1) ends.
  const { status } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  })
  if (status === 0) return descriptor
  closeSync(descriptor)
  return status === 1 ? TAKEN : null
}

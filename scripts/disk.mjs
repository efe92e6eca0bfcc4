import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MEGABYTE = 1_048_576
/** PostgreSQL's own default, and what it can hardly do with less than. */
const MOST_WAL_MB = 1024
const LEAST_WAL_MB = 96
const ROOM_MB = 64

const freeMegabytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / MEGABYTE
}

/** WAL between two checkpoints takes an eighth of the free space at most, so that it fills no small disk. */
export function walSettings(folder, free = freeMegabytes(folder)) {
  const most = Math.max(LEAST_WAL_MB, Math.min(MOST_WAL_MB, Math.floor(free / 8)))
  return { max_wal_size: `${most}MB`, min_wal_size: `${Math.min(80, most)}MB` }
}

/**
 * A database that stopped on a full disk needs space to start again: a file holds it, and gives it back to the start that finds none. A later
 * start makes it again.
 */
export function keepRecoveryRoom(folder, free = freeMegabytes(folder)) {
  const file = join(folder, 'room-for-recovery')
  if (free < ROOM_MB) rmSync(file, { force: true })
  else if (!existsSync(file) && free > 16 * ROOM_MB)
    writeFileSync(file, Buffer.alloc(ROOM_MB * MEGABYTE), { mode: 0o600 })
}

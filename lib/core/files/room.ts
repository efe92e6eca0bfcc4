import 'server-only'
import { statfs } from 'node:fs/promises'
import type { Db } from '../db'
import { env } from '../env'
import { UserError } from '../errors'
import { onceInProcess } from '../process/process-state'

const MEGABYTE = 1_048_576
const ASKED_EVERY_MS = 2000

/** Made by the product for orders on their way, gone after 15 days: always accepted. */
const LABEL = 'label'

const lastAnswer = onceInProcess(() => ({ at: -Infinity, isFull: Promise.resolve(false) }))

/** Whether a disk of the files or of the database has less free space than the reserve, which is left to orders and the database. */
export function isDiskFull(): Promise<boolean> {
  const known = lastAnswer()
  if (performance.now() - known.at > ASKED_EVERY_MS) {
    known.at = performance.now()
    known.isFull = askDisks()
  }
  return known.isFull
}

async function askDisks(): Promise<boolean> {
  const { MASCATE_DATA, MASCATE_DATABASE_FOLDER, DISK_RESERVE_MB } = env()
  const folders = MASCATE_DATABASE_FOLDER ? [MASCATE_DATA, MASCATE_DATABASE_FOLDER] : [MASCATE_DATA]
  const free = await Promise.all(folders.map(freeBytes))
  return free.some((bytes) => bytes < DISK_RESERVE_MB * MEGABYTE)
}

// A folder that is not made yet, or that this process may not enter, says nothing about its disk.
const freeBytes = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )

/** Before an upload, the check of a sheet or an export; orders never ask. */
export async function requireRoom(): Promise<void> {
  if (await isDiskFull()) throw new UserError('diskFull')
}

/** The files of a company have a limit, so that it does not fill the disk of all. Files that are being received at this moment are not counted. */
export async function requireOwnRoom(db: Db, organizationId: string, kind: string, bytes: bigint): Promise<void> {
  if (kind === LABEL) return
  const limit = env().COMPANY_STORAGE_MB
  const [{ stored }] = await db.$queryRaw<[{ stored: bigint }]>`
    SELECT coalesce(sum(bytes), 0)::bigint AS stored FROM stored_file
    WHERE organization_id = ${organizationId}::uuid AND (expires_at IS NULL OR expires_at > now())
      AND kind <> ${LABEL}`
  if (stored + bytes > BigInt(limit * MEGABYTE)) throw new UserError('storageFull')
}

/**
 * Before a sheet is checked: rows of the other sheets that a company has not applied yet. Not those that done imports keep, for a move or as
 * failed. One sheet more than the limit may be staged.
 */
export async function requireRowRoom(db: Db, organizationId: string, importId: string): Promise<void> {
  const limit = env().COMPANY_STAGED_ROWS
  const [{ isFull }] = await db.$queryRaw<[{ isFull: boolean }]>`
    SELECT EXISTS (
      SELECT 1 FROM import m JOIN import_row r ON r.organization_id = m.organization_id AND r.import_id = m.id
      WHERE m.organization_id = ${organizationId}::uuid AND m.id <> ${importId}::uuid AND m.state IN ('uploaded', 'checking', 'ready', 'applying')
      OFFSET ${limit - 1}::int LIMIT 1
    ) AS "isFull"`
  if (isFull) throw new UserError('stagedRowsFull', { values: { rows: limit } })
}

import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor, Db } from '../db'
import { env } from '../env'
import { UserError } from '../errors'
import { newId } from '../ids'

export type FileKind =
  | 'photo'
  | 'receipt'
  | 'evidence'
  | 'import'
  | 'importErrors'
  | 'export'
  | 'invoice'
  | 'label'
  | 'caseProof'
  | 'agentResult'
export type WrittenFile = { id: string; place: string; bytes: bigint; sha256: Uint8Array<ArrayBuffer> }

/** Where a place of the store lies on disk. */
export const storedPath = (place: string) => resolve(env().MASCATE_DATA, 'files', place)

/**
 * Streams a body into the store, under the organization's folder. The file stands whole or not at all; past `maxBytes`
 * it is refused with `fileTooLarge`. Written again under the same id it takes the place of the first. Record it with recordFile in the transaction that refers to it.
 */
export async function writeFile(
  organizationId: string,
  body: Readable,
  maxBytes: number,
  id = newId(),
): Promise<WrittenFile> {
  const place = join(organizationId, id.slice(-2), id)
  const path = storedPath(place)
  const draft = `${path}.part`
  const hash = createHash('sha256')
  let bytes = 0n
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += BigInt(chunk.length)
      if (bytes > BigInt(maxBytes))
        return done(new UserError('fileTooLarge', { values: { megabytes: Math.floor(maxBytes / 1_048_576) } }))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(body, measure, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { id, place, bytes, sha256: Uint8Array.from(hash.digest()) }
}

export async function recordFile(
  db: Db,
  actor: Actor,
  file: WrittenFile,
  { kind, name, expiresAt = null }: { kind: FileKind; name: string; expiresAt?: Date | null },
): Promise<void> {
  const { organizationId, userId } = actor
  await db.storedFile.create({
    data: { organizationId, ...file, kind, name: name.slice(0, 255), createdBy: userId, expiresAt },
    select: { id: true },
  })
}

/** A file that nothing refers to any more goes with the next night. */
export const expireFile = (db: Db, organizationId: string, id: string) =>
  db.storedFile.updateMany({ where: { organizationId, id }, data: { expiresAt: new Date() } })

/** Where a recorded file stands on disk; null when the organization has no such file. */
export async function getFile(db: Db, organizationId: string, id: string) {
  const file = await db.storedFile.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { kind: true, name: true, bytes: true, place: true },
  })
  return file && { ...file, path: storedPath(file.place) }
}

export const openFile = (path: string) => createReadStream(path)

/** Removes a stored file that nothing refers to any more. */
export const removeFile = (place: string) => rm(storedPath(place), { force: true })

/** Removes everything that an organization stored. */
export const removeFolder = (organizationId: string) => rm(storedPath(organizationId), { recursive: true, force: true })

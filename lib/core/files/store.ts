import 'server-only'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Actor, Db } from '../db'
import { env } from '../env'
import { FileStoreError, UserError } from '../errors'
import { toWebStream } from '../http/web-stream'
import { newId } from '../ids'
import { logger } from '../logging/logger'
import { onceInProcess } from '../process/process-state'
import { bucketStore, readBucketSettings } from './bucket-store'
import type { FileStore, KeptFile } from './file-store'
import { folderStore, storedPath } from './folder-store'
import { passingPath, writeTo } from './passing'
import { requireOwnRoom } from './room'
import { checked } from './sum'

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

const store = onceInProcess((): FileStore => {
  const bucket = readBucketSettings(env())
  return bucket ? bucketStore(bucket) : folderStore()
})

type Writing = {
  /** Written again under the same id it takes the place of the first. */
  id?: string
  /** Looks at the whole file before it is kept; what it throws is thrown on. */
  inspect?: (path: string) => Promise<unknown>
}

/**
 * Streams a body into the store, under the organization's folder. The file stands whole or not at all; past `maxBytes`
 * it is refused with `fileTooLarge`. Record it with recordFile in the transaction that refers to it.
 */
export async function writeFile(
  organizationId: string,
  body: Readable,
  maxBytes: number,
  { id = newId(), inspect }: Writing = {},
): Promise<WrittenFile> {
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
  const draft = await passingPath()
  try {
    await pipeline(body, measure, await writeTo(draft))
    await inspect?.(draft)
    const place = `${organizationId}/${id.slice(-2)}/${id}`
    const file = { id, place, bytes, sha256: Uint8Array.from(hash.digest()) }
    await store().put(draft, file)
    return file
  } finally {
    await rm(draft, { force: true })
  }
}

export async function recordFile(
  db: Db,
  actor: Actor,
  file: WrittenFile,
  { kind, name, expiresAt = null }: { kind: FileKind; name: string; expiresAt?: Date | null },
): Promise<void> {
  const { organizationId, userId } = actor
  await requireOwnRoom(db, organizationId, kind, file.bytes)
  await db.storedFile.create({
    data: { organizationId, ...file, kind, name: name.slice(0, 255), createdBy: userId, expiresAt },
    select: { id: true },
  })
}

/** A file that nothing refers to any more goes with the next night. */
export const expireFile = (db: Db, organizationId: string, id: string) =>
  db.storedFile.updateMany({ where: { organizationId, id }, data: { expiresAt: new Date() } })

/** A recorded file; null when the organization has no such file. */
export const getFile = (db: Db, organizationId: string, id: string) =>
  db.storedFile.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { kind: true, name: true, bytes: true, sha256: true, place: true },
  })

/** A file's bytes as they were recorded. Throws FileStoreError where it cannot be opened; one that differs never comes to its end. */
export async function openFile(file: KeptFile): Promise<Readable> {
  const source = await store().open(file.place)
  const stored = checked(file)
  // The first to end it says why.
  source.once('error', (cause) => stored.destroy(new FileStoreError('away', file.place, { cause })))
  pipeline(source, stored).catch((error: unknown) => {
    // A reader that leaves in the middle is no fault.
    if (error instanceof FileStoreError) logger().error({ err: error, place: file.place }, 'a stored file broke off')
  })
  return stored
}

/** A file as it is answered to whom it is open for. */
export type OpenedFile = { name: string; type: string; bytes: bigint; content: ReadableStream<Uint8Array> }

export const openAs = async (type: string, file: KeptFile & { name: string }): Promise<OpenedFile> => ({
  name: file.name,
  type,
  bytes: file.bytes,
  content: toWebStream(await openFile(file)),
})

export const readStored = async (file: KeptFile): Promise<Buffer> => buffer(await openFile(file))

/** Hands a file over as one on this machine, looked through before, for as long as `work` takes. */
export async function withLocalFile<T>(file: KeptFile, work: (path: string) => Promise<T>): Promise<T> {
  const local = store().pathOf?.(file.place)
  if (local) {
    for await (const _ of await openFile(file));
    return work(local)
  }
  const copy = await passingPath()
  try {
    await pipeline(await openFile(file), await writeTo(copy))
    return await work(copy)
  } finally {
    await rm(copy, { force: true })
  }
}

/** Removes a stored file that nothing refers to any more. */
export const removeFile = (place: string) => store().remove(place)

/** Everything that stands under an organization, whether a row names it or not. */
export const listStored = (organizationId: string) => store().list(`${organizationId}/`)

/** Removes everything that an organization stored. */
export async function removeFolder(organizationId: string): Promise<void> {
  for await (const { place } of listStored(organizationId)) await store().remove(place)
  await rm(storedPath(organizationId), { recursive: true, force: true })
}

import 'server-only'
import { withOrganization } from '../db'
import { FileStoreError } from '../errors'
import { asId } from '../keyset'
import { logger } from '../logging/logger'
import { listStored, removeFile } from './store'

const BATCH = 500
/** From a file to the commit of its row it takes a moment. */
const UNNAMED_KEPT_MS = 2 * 86_400_000

type Placed = { id: string; place: string }

/** First the file, then its row: what is interrupted between the two, and what the store refuses, is done again the next night. */
export async function purgeFiles(organizationId: string, batch = BATCH): Promise<void> {
  const where = { organizationId, expiresAt: { lt: new Date() } }
  for (let kept = 0; ;) {
    const expired = await withOrganization({ organizationId }, (db) =>
      db.storedFile.findMany({
        where,
        orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
        skip: kept,
        take: batch,
        select: { id: true, place: true },
      }),
    )
    const gone = await removeEach(expired, (ids) =>
      withOrganization({ organizationId }, (db) =>
        db.storedFile.deleteMany({ where: { organizationId, id: { in: ids } } }),
      ),
    )
    kept += expired.length - gone
    if (expired.length < batch) return
  }
}

/**
 * Removes files that no row names, left by a process that was killed between writing a file and its row. The age is not
 * that of the id: an export's id is as old as its request, and its file may have been written a moment ago.
 */
export async function purgeUnnamed(organizationId: string, batch = BATCH): Promise<void> {
  const before = Date.now() - UNNAMED_KEPT_MS
  let old: Placed[] = []
  for await (const { place, writtenAt } of listStored(organizationId)) {
    const id = asId(place.split('/').at(-1))
    if (!id || !writtenAt || writtenAt.getTime() > before) continue
    old.push({ id, place })
    if (old.length < batch) continue
    await removeUnnamed(organizationId, old)
    old = []
  }
  if (old.length > 0) await removeUnnamed(organizationId, old)
}

async function removeUnnamed(organizationId: string, files: Placed[]): Promise<void> {
  const among = { in: files.map(({ id }) => id) }
  const rows = await withOrganization({ organizationId }, (db) =>
    db.storedFile.findMany({ where: { organizationId, id: among }, select: { id: true } }),
  )
  const named = new Set(rows.map(({ id }) => id))
  const gone = await removeEach(files.filter(({ id }) => !named.has(id)))
  if (gone > 0) logger().info({ organizationId, files: gone }, 'removed files that no row names')
}

/**
 * Removes these and settles what is gone; answers how many. One that the store refuses keeps none of the others; from a store that is away
 * each would be asked for in vain.
 */
async function removeEach(files: Placed[], settle?: (ids: string[]) => Promise<unknown>): Promise<number> {
  const gone: string[] = []
  try {
    for (const { id, place } of files)
      try {
        await removeFile(place)
        gone.push(id)
      } catch (error) {
        if (!(error instanceof FileStoreError) || error.problem === 'away') throw error
        logger().error({ err: error, place }, 'a stored file could not be removed')
      }
  } finally {
    if (gone.length > 0) await settle?.(gone)
  }
  return gone.length
}

import 'server-only'
import { Readable } from 'node:stream'
import { withOrganization, type Actor } from '@/lib/core/db'
import { expireFile, recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import { callOut } from '@/lib/core/http/outbound'
import { shownPicture } from '@/lib/core/http/platform-pictures'
import { encodePhoto } from '../products/photo'
import { maxPhotoBytes } from '../products/schema'
import { inLanes } from '@/lib/core/process/in-lanes'
import { howToCall } from '@/lib/core/http/outbound-address'

const LANES = 4
const MAX_BYTES = 12 * 1_048_576
const TIMEOUT_MS = 10_000
/** Progress is reported after so many. */
const REPORT_EVERY = 20
/** The products without a photo are named up to so many. */
const NAMED = 50

/** `stock`: units to open with. */
export type MadeProduct = { id: string; sku: string; title: string; stock: number | null; imageUrl: string | null }
export type Photos = { kept: number; left: number; missing: { id: string; title: string }[] }

/**
 * Fetches the listings' pictures and stores them with the products. A failed one is reported and affects nothing else.
 */
export async function keepPhotos(
  actor: Actor,
  made: readonly MadeProduct[],
  report: (photos: Photos) => Promise<unknown>,
): Promise<void> {
  const { organizationId } = actor
  const wanted = made.filter(({ imageUrl }) => imageUrl !== null)
  const have = await withOrganization(actor, (db) =>
    db.product.findMany({
      where: { organizationId, id: { in: wanted.map(({ id }) => id) }, photoFileId: { not: null } },
      select: { id: true },
    }),
  )
  const done = new Set(have.map(({ id }) => id))
  const photos: Photos = { kept: done.size, left: wanted.length - done.size, missing: [] }
  async function* open() {
    for (const product of wanted) if (!done.has(product.id)) yield product
  }
  await inLanes(LANES, open(), async ({ id, title, imageUrl }) => {
    const isKept = await keepPhoto(actor, id, imageUrl!)
    if (isKept) photos.kept += 1
    else photos.missing.push({ id, title })
    photos.left -= 1
    if (photos.left % REPORT_EVERY === 0) await report({ ...photos, missing: photos.missing.slice(0, NAMED) })
  })
  await report({ ...photos, missing: photos.missing.slice(0, NAMED) })
}

async function keepPhoto(actor: Actor, productId: string, address: string): Promise<boolean> {
  const { organizationId } = actor
  try {
    const encoded = await fetchPicture(organizationId, address)
    if (!encoded) return false
    const file = await writeFile(organizationId, Readable.from([encoded]), maxPhotoBytes)
    await withOrganization(actor, async (db) => {
      await recordFile(db, actor, file, { kind: 'photo', name: 'photo.webp' })
      const where = { organizationId, id: productId, photoFileId: null }
      const { count } = await db.product.updateMany({ where, data: { photoFileId: file.id } })
      // A photo that somebody has put there meanwhile stays.
      if (count === 0) await expireFile(db, organizationId, file.id)
    }).catch(async (error: unknown) => {
      await removeFile(file.place)
      throw error
    })
    return true
  } catch (error) {
    if (isTransient(error)) throw error
    logger().warn({ err: error, productId }, 'a listing’s picture could not be kept')
    return false
  }
}

/** Only from the platform's picture hosts, never from a network of our own, and never past a redirect. */
async function fetchPicture(organizationId: string, address: string): Promise<Buffer | null> {
  const shown = shownPicture(address)
  const way = shown && howToCall(shown)
  if (!shown || !way) return null
  const request = { allow: [new URL(shown).host], timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...way }
  const answer = await callOut(shown, request)
  return answer.status === 200 ? encodePhoto({ organizationId }, answer.body) : null
}

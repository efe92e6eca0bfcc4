import { Readable } from 'node:stream'
import sharp from 'sharp'
import { withOrganization, type Actor } from '@/lib/core/db'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { drawDemo, drawingId } from '@/lib/sandbox/demo/drawings'

const MOST_BYTES = 1_000_000

/** Each product is shown by the picture that its listings have on the sandbox platform. */
export async function drawPhotos(actor: Actor): Promise<void> {
  const { organizationId } = actor
  const products = await withOrganization(actor, (db) =>
    db.product.findMany({ where: { organizationId, photoFileId: null }, select: { id: true, sku: true, title: true } }),
  )
  const drawn = await Promise.all(
    products.map(async ({ id, sku, title }) => {
      const picture = await sharp(Buffer.from(drawDemo(drawingId(sku))!))
        .webp({ quality: 86 })
        .toBuffer()
      return { id, title, file: await writeFile(organizationId, Readable.from([picture]), MOST_BYTES) }
    }),
  )
  await withOrganization(actor, async (db) => {
    for (const { id, title, file } of drawn) {
      await recordFile(db, actor, file, { kind: 'photo', name: `${title}.webp` })
      await db.product.updateMany({ where: { organizationId, id }, data: { photoFileId: file.id } })
    }
  })
}

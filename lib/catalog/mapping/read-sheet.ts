import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { findZeroTwins } from '@/lib/catalog/products/lost-zeros'
import { getFile, withLocalFile } from '@/lib/core/files/store'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { inspectSheetFile } from '@/lib/core/sheets/zip-directory'
import { keepThread, ThreadOverrun } from '@/lib/core/process/kept-thread'
import type { BulkInput } from './map-by-sku'
import { refusalOfSheet } from './refusal'
import { judgeLines } from './sheet'
import type { ReadMapping, SheetAnswer, SheetQuestion } from './sheet-thread'

export const MAX_SHEET_LINES = 20_000
const PROBLEMS_KEPT = 1000
const inThread = keepThread<SheetQuestion, SheetAnswer>('lib/catalog/mapping/sheet-thread.ts', {
  heapMegabytes: 160,
  timeoutMs: 60_000,
})

async function readInThread(path: string): Promise<ReadMapping> {
  await inspectSheetFile(path)
  const answer = await inThread({ path, maxLines: MAX_SHEET_LINES }).catch((error: unknown) => {
    throw error instanceof ThreadOverrun ? new SheetRefused('importUnsafe') : error
  })
  if ('refused' in answer) throw new SheetRefused(answer.refused)
  return answer
}

/** Reads an uploaded sheet and says of each row what it would do; nothing is mapped yet. */
export async function readMappingSheet(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const file = await withOrganization(actor, async (db) => {
    const run = await db.mappingRun.findUnique({ where, select: { fileId: true, state: true } })
    if (!run?.fileId || run.state !== 'waiting') return null
    return getFile(db, organizationId, run.fileId)
  })
  if (!file) return
  try {
    const { lines, unread } = await withLocalFile(file, readInThread)
    await withOrganization(
      actor,
      async (db) => {
        const listings = await db.listing.findMany({
          where: { organizationId, itemId: { in: [...new Set(lines.map(({ itemId }) => itemId))] } },
          select: {
            id: true,
            itemId: true,
            modelId: true,
            productId: true,
            productQuantity: true,
            shop: { select: { name: true } },
          },
        })
        const products = await db.product.findMany({
          where: { organizationId, sku: { in: [...new Set(lines.map(({ sku }) => sku))] } },
          select: { id: true, sku: true, archivedAt: true },
        })
        const known = new Set(products.map(({ sku }) => sku.toLowerCase()))
        const unknown = lines.flatMap(({ sku }) => (known.has(sku.toLowerCase()) ? [] : sku))
        const judged = judgeLines(
          lines,
          listings.map(({ shop, itemId, modelId, ...listing }) => ({
            ...listing,
            shopName: shop.name,
            itemId: itemId ?? '',
            modelId: modelId ?? '0',
          })),
          products.map(({ archivedAt, ...product }) => ({ ...product, archived: archivedAt !== null })),
          await findZeroTwins(db, organizationId, unknown),
        )
        const bad = judged.flatMap((each) => ('problem' in each ? [each.problem] : []))
        const good = judged.flatMap((each) => ('listing' in each ? [each] : []))
        const changes = good.filter(
          ({ listing, productId, quantity }) => listing.productId !== productId || listing.productQuantity !== quantity,
        )
        const input: BulkInput = {
          scope: 'future',
          how: 'sheet',
          rows: changes.map(({ listing, productId, quantity }) => ({
            listing: listing.id,
            product: productId,
            quantity,
            seenProduct: listing.productId,
            seenQuantity: listing.productQuantity,
          })),
        }
        const summary = { good: changes.length, same: good.length - changes.length, bad: bad.length, unread }
        const data = {
          state: 'ready',
          input,
          total: changes.length,
          summary,
          problems: bad.slice(0, PROBLEMS_KEPT),
        } as const
        await db.mappingRun.update({ where, data, select: { id: true } })
      },
      60_000,
    )
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    const data = { state: 'failed', summary: { refused: refusalOfSheet(error.code) }, finishedAt: new Date() } as const
    await withOrganization(actor, (db) => db.mappingRun.update({ where, data, select: { id: true } }))
  }
}

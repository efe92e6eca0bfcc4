import 'server-only'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { withOrganization, type Actor } from '../db'
import { storedPath } from '../files/store'
import { SheetRefused, type RefusalCode } from '../imports/refusal'
import { inspectSheetFile } from '../imports/zip-directory'
import type { BulkInput } from './map-by-sku'
import { judgeLines, type SheetLine } from './sheet'

export const MAX_SHEET_LINES = 20_000
const PROBLEMS_KEPT = 1000
const SILENCE_MS = 60_000
const program = join(process.cwd(), 'lib/mapping/sheet-thread.ts')
// A thread does not inherit the loader that runs TypeScript in the worker's process.
const startProgram = `require('tsx/cjs/api').register(); require(require('node:worker_threads').workerData.program)`

type Message = { lines?: SheetLine[]; refused?: RefusalCode; failed?: string }

/** In a thread with a memory limit of its own, as sheets of orders are read. */
async function readInThread(path: string): Promise<SheetLine[]> {
  await inspectSheetFile(path)
  const thread = new Worker(startProgram, {
    ...{ eval: true, execArgv: [], workerData: { program, path, maxLines: MAX_SHEET_LINES } },
    resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 },
  })
  const watchdog = setTimeout(() => void thread.terminate(), SILENCE_MS)
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', ({ lines, refused, failed }: Message) => {
        if (lines) resolve(lines)
        else reject(refused ? new SheetRefused(refused) : new Error(failed))
      })
      thread.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetRefused('importUnsafe') : error),
      )
      thread.once('exit', () => reject(new SheetRefused('importUnsafe')))
    })
  } finally {
    clearTimeout(watchdog)
    await thread.terminate()
  }
}

/** Reads an uploaded sheet and says of each row what it would do; nothing is mapped yet. */
export async function readMappingSheet(actor: Actor, runId: string): Promise<void> {
  const { organizationId } = actor
  const where = { organizationId_id: { organizationId, id: runId } }
  const place = await withOrganization(actor, async (db) => {
    const run = await db.mappingRun.findUnique({ where, select: { fileId: true, state: true } })
    if (!run?.fileId || run.state !== 'waiting') return null
    const file = { organizationId_id: { organizationId, id: run.fileId } }
    return (await db.storedFile.findUnique({ where: file, select: { place: true } }))?.place ?? null
  })
  if (!place) return
  try {
    const lines = await readInThread(storedPath(place))
    await withOrganization(
      actor,
      async (db) => {
        const listings = await db.listing.findMany({
          where: { organizationId, itemId: { in: [...new Set(lines.map(({ itemId }) => itemId))] } },
          select: {
            ...{ id: true, itemId: true, modelId: true, productId: true, productQuantity: true },
            shop: { select: { name: true } },
          },
        })
        const products = await db.product.findMany({
          where: { organizationId, sku: { in: [...new Set(lines.map(({ sku }) => sku))] } },
          select: { id: true, sku: true, archivedAt: true },
        })
        const judged = judgeLines(
          lines,
          listings.map(({ shop, itemId, modelId, ...listing }) => ({
            ...{ ...listing, shopName: shop.name, itemId: itemId ?? '', modelId: modelId ?? '0' },
          })),
          products.map(({ archivedAt, ...product }) => ({ ...product, archived: archivedAt !== null })),
        )
        const bad = judged.flatMap((each) => ('problem' in each ? [each.problem] : []))
        const good = judged.flatMap((each) => ('listing' in each ? [each] : []))
        const changes = good.filter(
          ({ listing, productId, quantity }) => listing.productId !== productId || listing.productQuantity !== quantity,
        )
        const input: BulkInput = {
          ...{ scope: 'future', how: 'sheet' },
          rows: changes.map(({ listing, productId, quantity }) => ({
            ...{ listing: listing.id, product: productId, quantity },
            ...{ seenProduct: listing.productId, seenQuantity: listing.productQuantity },
          })),
        }
        const summary = { good: changes.length, same: good.length - changes.length, bad: bad.length }
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
    const data = { state: 'failed', summary: { refused: error.code }, finishedAt: new Date() } as const
    await withOrganization(actor, (db) => db.mappingRun.update({ where, data, select: { id: true } }))
  }
}

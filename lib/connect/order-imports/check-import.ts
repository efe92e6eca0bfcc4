import 'server-only'
import { listFormerEntities } from '@/lib/identity/settings/former-entities'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listTermsInForce } from '@/lib/money/fees/shop-terms'
import { getFile, removeFile, withLocalFile } from '@/lib/core/files/store'
import type { Prisma } from '@/lib/generated/prisma/client'
import { notifyImportFinished } from '@/lib/identity/notices/causes'
import type { OrderBatch } from './order-stream'
import type { StagingContext } from './order-payload'
import { readOrdersInThread } from './read-in-thread'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { UnreadList } from '@/lib/core/sheets/unread'
import type { ImportSummary } from './schema'
import { reportSalesBeside } from './sales-beside'
import { ImportStopped, openStage, type UnreadByOrder } from './stage-orders'

const batchOrders = 500
const previewTimeoutMs = 120_000

/**
 * Reads and checks every row of an uploaded sheet and stages its orders; nothing of the company's orders changes. After
 * a crash it starts again from the beginning.
 */
export async function checkImport(actor: Actor, importId: string): Promise<void> {
  const opened = await openImport(actor, importId)
  if (!opened) return
  const { file, context } = opened
  const unread = new UnreadList()
  const reported: UnreadByOrder = new Map()
  const stage = openStage(importId, context, reported)
  try {
    await withLocalFile(file, (path) =>
      readOrdersInThread(path, batchOrders, (batch: OrderBatch) => {
        if (batch.unread) unread.addAll(batch.unread)
        return stage.add(batch)
      }).finally(stage.whole),
    )
    for (const one of [...reported.values()].flat()) unread.add(one)
    const finished = await finishCheck(actor, importId, unread)
    if (finished) await removeFile(file.place)
  } catch (error) {
    if (error instanceof ImportStopped) return
    if (!(error instanceof SheetRefused)) throw error
    await withOrganization(actor, (db) => failImport(db, actor, importId, error))
    await removeFile(file.place)
  }
}

async function openImport(actor: Actor, importId: string) {
  const { organizationId } = actor
  return withOrganization(
    actor,
    async (db) => {
      const { count } = await db.import.updateMany({
        where: { organizationId, id: importId, kind: 'orders', state: { in: ['uploaded', 'checking'] } },
        data: { state: 'checking', done: 0, total: 100 },
      })
      if (count === 0) return null
      await db.importRow.deleteMany({ where: { organizationId, importId } })
      const importRow = await db.import.findUniqueOrThrow({
        where: { organizationId_id: { organizationId, id: importId } },
        select: { fileId: true, shopId: true, shop: { select: { legalEntity: { select: { sellerType: true } } } } },
      })
      const [file, organization, entity, feeRules, terms, former] = [
        await getFile(db, organizationId, importRow.fileId),
        await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { timeZone: true } }),
        await db.legalEntity.findFirst({
          where: { organizationId, archivedAt: null },
          orderBy: { id: 'asc' },
          select: { sellerType: true },
        }),
        await listFeeRules(db, organizationId),
        await listTermsInForce(db, organizationId),
        await listFormerEntities(db, organizationId),
      ]
      if (!file) return null
      const sellerType = importRow.shop?.legalEntity.sellerType ?? entity?.sellerType ?? 'cnpj'
      const context: StagingContext = {
        organizationId,
        timeZone: organization.timeZone,
        sellerType,
        formerly: importRow.shopId ? former.get(importRow.shopId) : undefined,
        feeRules,
        shopTerms: (importRow.shopId && terms.get(importRow.shopId)) || [],
        now: Date.now(),
      }
      return { file, context }
    },
    previewTimeoutMs,
  )
}

/** Answers true where the sheet brings nothing that is not known: the import is then over. */
async function finishCheck(actor: Actor, importId: string, unread: UnreadList): Promise<boolean> {
  const { organizationId } = actor
  return withOrganization(
    actor,
    async (db) => {
      const [row] = await db.$queryRaw<[{ preview: ImportSummary }]>`
        SELECT preview_import(${importId}::uuid) AS preview`
      const { outcomes } = row.preview
      const total = (outcomes?.new ?? 0) + (outcomes?.changed ?? 0)
      const nothingToDo = total === 0 && !row.preview.badRows
      const result = { created: 0, updated: 0, kept: Object.values(outcomes ?? {}).reduce((sum, n) => sum + n, 0) }
      await reportSalesBeside(db, organizationId, importId, unread)
      const summary: ImportSummary = { ...row.preview, unread: unread.list(), ...(nothingToDo && { result }) }
      const { count } = await db.import.updateMany({
        where: { organizationId, id: importId, state: 'checking' },
        data: {
          state: nothingToDo ? 'done' : 'ready',
          ...(nothingToDo && { finishedAt: new Date() }),
          done: 0,
          total,
          summary: summary as Prisma.InputJsonObject,
        },
      })
      if (count === 0) return false
      if (nothingToDo) await db.importRow.deleteMany({ where: { organizationId, importId } })
      await recordAudit(db, actor, {
        event: 'import.checked',
        subjectId: importId,
        after: { outcomes, rows: row.preview.rows, badRows: row.preview.badRows, unknown: row.preview.unknown },
      })
      if (nothingToDo) await notifyFinished(db, organizationId, importId, 'done')
      return nothingToDo
    },
    previewTimeoutMs,
  )
}

type Failure = { code: string; values?: Record<string, string | number>; reference?: string }

/** Ends an import that cannot go on, with its staged rows. Applied rows stay, and so do those by which a money file can be taken back. */
export async function failImport(db: Db, actor: Actor, importId: string, failure: Failure): Promise<void> {
  const { organizationId } = actor
  const { code: errorCode, values: errorValues = {}, reference } = failure
  const { count } = await db.import.updateMany({
    where: { organizationId, id: importId, state: { in: ['uploaded', 'checking', 'applying'] } },
    data: { state: 'failed', errorCode, finishedAt: new Date() },
  })
  if (count === 0) return
  await db.$executeRaw`
    UPDATE import SET summary = summary || ${JSON.stringify({ errorValues, reference })}::jsonb
    WHERE organization_id = ${organizationId}::uuid AND id = ${importId}::uuid`
  await db.importRow.deleteMany({
    where: { organizationId, importId, OR: [{ outcome: null }, { outcome: { not: 'written' } }] },
  })
  await recordAudit(db, actor, { event: 'import.failed', subjectId: importId, after: { errorCode, reference } })
  await notifyFinished(db, organizationId, importId, 'failed')
}

async function notifyFinished(db: Db, organizationId: string, id: string, outcome: 'done' | 'failed'): Promise<void> {
  const finished = await db.import.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id } },
    select: { id: true, fileName: true, createdBy: true, kind: true },
  })
  await notifyImportFinished(db, organizationId, outcome, finished)
}

import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { invoiceMaxBytes, type RunProblem } from '@/lib/sales/dispatch/schema'
import { FileStoreError } from '@/lib/core/errors'
import type { KeptFile } from '@/lib/core/files/file-store'
import { getFile, readStored } from '@/lib/core/files/store'
import { withShopToken } from '../../shops/tokens'
import { uploadInvoice, type InvoiceFile } from '@/lib/shopee/invoices'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import {
  DispatchProblem,
  findDispatchOrders,
  isOnPlatform,
  readLive,
  requireLive,
  reportProblems,
  type DispatchOrder,
  type Live,
  type PlatformOrder,
} from './dispatch-orders'
import { pauses } from './pauses'
import { refreshOrders } from './refresh-orders'
import { syncActor } from '../streams/sync-shop'
import { workRun } from './work-run'

const CHUNK = 8
/** The tax office answers within seconds; what comes later is brought by the sync. */
const VERDICT_WAITS_MS = [1000, 2000, 4000]

/** Hands the files of a run's orders over to the platform, and tells what the tax office says of them as far as it does at once. */
export const sendInvoices = (actor: Actor, runId: string): Promise<void> =>
  workRun(actor, runId, {
    chunk: CHUNK,
    changes: false,
    passes: [(orders) => sendFiles(actor, orders)],
    finish: async (run) => {
      await followVerdicts(actor, run.input.orderIds)
      return false
    },
  })

/** Uploads the files of these orders; what the platform has already is only noted. */
export async function sendFiles(actor: Actor, orders: readonly DispatchOrder[]): Promise<RunProblem[]> {
  const live = await readLive(actor, orders)
  return reportProblems(orders, (order) => sendOne(actor, order, live))
}

type Document = { id: string; accessKey: string | null; fileName: string | null } & KeptFile

const findDocument = (actor: Actor, orderId: string): Promise<Document | null> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const fiscalDocument = await db.fiscalDocument.findFirst({
      where: { organizationId, orderId, state: 'received' },
      select: { id: true, accessKey: true, fileName: true, fileId: true },
      orderBy: { id: 'desc' },
    })
    if (!fiscalDocument?.fileId) return null
    const file = await getFile(db, organizationId, fiscalDocument.fileId)
    return (
      file && { id: fiscalDocument.id, accessKey: fiscalDocument.accessKey, fileName: fiscalDocument.fileName, ...file }
    )
  })

async function sendOne(actor: Actor, order: PlatformOrder, known: Map<string, Live>): Promise<void> {
  const live = requireLive(known, order)
  if (live.status === 'CANCELLED') throw new DispatchProblem('cancelled')
  if (live.isFulfilledByShopee) throw new DispatchProblem('platformShips')
  const document = await findDocument(actor, order.id)
  // A worker that was killed after the upload left it unsaid: the platform has this very file already.
  const isThere = document !== null && document.accessKey !== null && live.invoice?.accessKey === document.accessKey
  if (live.invoice?.status === 'valid') {
    if (document && isThere) await noteSent(actor, order, document)
    return noteVerdict(actor, order.id, live)
  }
  if (!document) throw new DispatchProblem('fileMissing')
  if (!isThere || live.invoice?.pendingReason) {
    await whileItIsSent(actor, order, document, async () => {
      const file = await openDocument(document)
      await withShopToken(actor, order.shopId, (shop) => uploadInvoice(shop, order.externalCode, file))
      await noteSent(actor, order, document)
    })
  } else await noteSent(actor, order, document)
}

/** Meanwhile the file cannot be dropped or given to another order (settle-invoices.ts). */
async function whileItIsSent(
  actor: Actor,
  order: PlatformOrder,
  { id }: Document,
  send: () => Promise<void>,
): Promise<void> {
  const { organizationId } = actor
  const mark = (sentAt: Date | null) =>
    withOrganization(actor, (db) =>
      db.fiscalDocument.updateMany({
        where: { organizationId, id, orderId: order.id, state: 'received' },
        data: { sentAt },
      }),
    )
  const { count } = await mark(new Date())
  if (count === 0) throw new DispatchProblem('fileMissing')
  try {
    await send()
  } catch (error) {
    await mark(null)
    throw error
  }
}

async function openDocument(document: Document): Promise<InvoiceFile> {
  const { bytes, fileName } = document
  if (bytes > BigInt(invoiceMaxBytes)) throw new DispatchProblem('invoiceTooLarge')
  const content = await readStored(document).catch((error: unknown) => {
    if (error instanceof FileStoreError && error.problem === 'missing') throw new DispatchProblem('fileMissing')
    throw error
  })
  const isPdf = content.subarray(0, 5).toString('latin1') === '%PDF-'
  const kind = isPdf ? 'pdf' : 'xml'
  // The platform goes by the ending; the rest of the name is the seller's own affair.
  return { kind, fileName: `${(fileName ?? 'nota').replace(/\.\w+$/, '').slice(0, 80)}.${kind}`, bytes: content }
}

async function noteSent(actor: Actor, order: PlatformOrder, document: Document): Promise<void> {
  const { organizationId } = actor
  await withOrganization(actor, async (db) => {
    await db.fiscalDocument.updateMany({
      where: { organizationId, id: document.id, state: 'received' },
      data: { state: 'sent', sentAt: new Date(), reason: null },
    })
    await db.$executeRaw`
      UPDATE orders SET invoice_state = 'sent', invoice_reason = NULL, version = version + 1, updated_at = now()
      WHERE organization_id = ${organizationId}::uuid AND id = ${order.id}::uuid AND invoice_state IS DISTINCT FROM 'valid'`
    await recordAudit(db, actor, {
      event: 'order.invoiceSent',
      subjectId: order.id,
      after: { accessKey: document.accessKey, fileName: document.fileName },
    })
  })
}

/** The platform's verdict on an invoice, where it gives one. */
function verdictOf({ invoice }: ShopeeOrder): { state: 'valid' | 'rejected'; reason: string | null } | null {
  if (invoice?.status === 'valid') return { state: 'valid', reason: null }
  return invoice?.pendingReason ? { state: 'rejected', reason: invoice.pendingReason } : null
}

async function noteVerdict(actor: Actor, orderId: string, live: ShopeeOrder): Promise<void> {
  const verdict = verdictOf(live)
  if (!verdict) return
  const { organizationId } = actor
  await withOrganization(actor, async (db) => {
    const changed = await db.$executeRaw`
      UPDATE orders SET invoice_state = ${verdict.state}::"InvoiceState", invoice_reason = ${verdict.reason}, version = version + 1, updated_at = now()
      WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid
        AND (invoice_state::text, invoice_reason) IS DISTINCT FROM (${verdict.state}::text, ${verdict.reason}::text)`
    if (changed > 0)
      await recordAudit(db, syncActor(organizationId), {
        event: 'order.invoiceDecided',
        subjectId: orderId,
        after: verdict,
      })
  })
}

/** Asks for what the tax office says of invoices that were sent, while one of them waits for it and for some seconds at most. */
export async function followVerdicts(actor: Actor, orderIds: string[]): Promise<void> {
  for (const pauseMs of VERDICT_WAITS_MS) {
    const orders = await withOrganization(actor, (db) => findDispatchOrders(db, actor.organizationId, orderIds))
    const waiting = orders.filter(isOnPlatform).filter(({ invoiceState }) => invoiceState === 'sent')
    if (waiting.length === 0) return
    await pauses.wait(pauseMs)
    for (let from = 0; from < waiting.length; from += 50) {
      const part = waiting.slice(from, from + 50)
      const live = await readLive(actor, part)
      for (const order of part) {
        const entry = live.get(order.externalCode)
        if (entry && 'order' in entry) await noteVerdict(actor, order.id, entry.order)
      }
      await refreshOrders(actor, part)
    }
  }
}

import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { expireFile } from '@/lib/core/files/store'
import type { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { findOpen } from './receive-invoice'
import type { cancelInvoiceInput, dropInvoiceInput, matchInvoiceInput } from './schema'

/** A worker that was killed while it sent a file leaves its mark for so long. */
const SENDING_MS = 10 * 60_000

/** Changes a file that is neither sent nor being sent; else a UserError that says which. */
async function changeReceived(
  db: Db,
  organizationId: string,
  id: string,
  data: Prisma.FiscalDocumentUncheckedUpdateManyInput,
): Promise<void> {
  const idle = { OR: [{ sentAt: null }, { sentAt: { lt: new Date(Date.now() - SENDING_MS) } }] }
  const { count } = await db.fiscalDocument.updateMany({
    where: { organizationId, id, state: 'received', ...idle },
    data,
  })
  if (count === 1) return
  const { state } = await requireDocument(db, organizationId, id)
  throw new UserError(state === 'received' ? 'invoiceBeingSent' : 'invoiceAlreadySent')
}

async function requireDocument(db: Db, organizationId: string, id: string) {
  const document = await db.fiscalDocument.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { id: true, state: true, orderId: true, accessKey: true, fileName: true, fileId: true },
  })
  if (!document) throw new UserError('notFound')
  return document
}

/** Gives a file that named no order to the one that the seller says. */
export function matchInvoice(
  actor: Actor,
  { documentId, orderCode }: z.output<typeof matchInvoiceInput>,
): Promise<{ orderCode: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const document = await requireDocument(db, organizationId, documentId)
    if (document.state !== 'received') throw new UserError('invoiceAlreadySent')
    const order = await findOpen(db, organizationId, [orderCode.toUpperCase()])
    if (!order) throw new UserError('invoiceOrderUnknown', { fields: { orderCode: ['errors.invoiceOrderUnknown'] } })
    await changeReceived(db, organizationId, documentId, { orderId: order.id })
    await recordAudit(db, actor, {
      event: 'order.invoiceMatched',
      subjectId: order.id,
      before: { orderId: document.orderId },
      after: { accessKey: document.accessKey, fileName: document.fileName },
    })
    return { orderCode: order.externalCode }
  })
}

/** A file that was uploaded by mistake: it leaves the queue, and its key may come again. */
export function dropInvoice(
  actor: Actor,
  { documentId }: z.output<typeof dropInvoiceInput>,
): Promise<{ documentId: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const document = await requireDocument(db, organizationId, documentId)
    const dropped = { state: 'cancelled', accessKey: null, fileId: null, decidedAt: new Date() } as const
    await changeReceived(db, organizationId, documentId, dropped)
    if (document.fileId) await expireFile(db, organizationId, document.fileId)
    await recordAudit(db, actor, {
      event: 'order.invoiceDropped',
      subjectId: document.orderId ?? documentId,
      before: { accessKey: document.accessKey, fileName: document.fileName },
    })
    return { documentId }
  })
}

/** Notes that the invoice of a cancelled order has been cancelled at the tax office, where its issuer does that. */
export function noteInvoiceCancelled(
  actor: Actor,
  { orderId }: z.output<typeof cancelInvoiceInput>,
): Promise<{ orderId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    // Locked, so that of two who note it at once the second one sees the first one's document.
    const [order] = await db.$queryRaw<{ status: string; invoiceState: string | null }[]>`
      SELECT status::text AS status, invoice_state::text AS "invoiceState" FROM orders
      WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid FOR UPDATE`
    if (!order) throw new UserError('notFound')
    if (order.status !== 'cancelled' || order.invoiceState !== 'valid') throw new UserError('dispatchNothing')
    // A file that was dropped is cancelled too: it has a name, and neither key nor file any more.
    const noted = await db.fiscalDocument.count({
      where: {
        organizationId,
        orderId,
        state: 'cancelled',
        OR: [{ accessKey: { not: null } }, { fileId: { not: null } }, { fileName: null }],
      },
    })
    if (noted > 0) throw new UserError('dispatchNothing')
    const where = { organizationId, orderId, state: { in: ['sent' as const, 'accepted' as const] } }
    const now = new Date()
    const { count } = await db.fiscalDocument.updateMany({ where, data: { state: 'cancelled', decidedAt: now } })
    // The platform's own issuer leaves no file here.
    if (count === 0)
      await db.fiscalDocument.create({
        data: {
          organizationId,
          id: newId(),
          orderId,
          kind: 'nfe',
          state: 'cancelled',
          uploadedBy: userId,
          decidedAt: now,
        },
        select: { id: true },
      })
    await recordAudit(db, actor, { event: 'order.invoiceCancelled', subjectId: orderId })
    return { orderId }
  })
}

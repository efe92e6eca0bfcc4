import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '../audit/record'
import { writeOnce, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { expireFile } from '../files/store'
import { newId } from '../ids'
import { findOpen } from './receive-invoice'
import type { cancelInvoiceInput, dropInvoiceInput, matchInvoiceInput } from './schema'

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
    await db.fiscalDocument.update({
      where: { organizationId_id: { organizationId, id: documentId } },
      data: { orderId: order.id },
      select: { id: true },
    })
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
    if (document.state !== 'received') throw new UserError('invoiceAlreadySent')
    await db.fiscalDocument.update({
      where: { organizationId_id: { organizationId, id: documentId } },
      data: { state: 'cancelled', accessKey: null, fileId: null, decidedAt: new Date() },
      select: { id: true },
    })
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
    const order = await db.order.findUnique({
      where: { organizationId_id: { organizationId, id: orderId } },
      select: { status: true, invoiceState: true },
    })
    if (!order) throw new UserError('notFound')
    if (order.status !== 'cancelled' || order.invoiceState !== 'valid') throw new UserError('dispatchNothing')
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

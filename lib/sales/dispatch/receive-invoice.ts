import 'server-only'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { broke } from '@/lib/core/database/database-errors'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { expireFile, recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { requireOwnUpload } from '@/lib/core/http/own-upload'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { readBody } from '@/lib/core/http/read-body'
import { plainText } from '@/lib/core/text/text'
import { type InvoiceFile, readInvoiceFile, type InvoiceRead } from './invoice-file'
import { differenceOf, findInvoiceOrder, type InvoiceOrder } from './match-invoice'
import { invoiceMaxBytes } from './schema'
import { keepThread, ThreadOverrun } from '@/lib/core/process/kept-thread'
import type { InvoiceQuestion } from './invoice-thread'

/** Far more than an invoice of a parcel has; it is read within milliseconds. */
const AT_ONCE_BYTES = 64 * 1024
const inThread = keepThread<InvoiceQuestion, InvoiceRead>('lib/sales/dispatch/invoice-thread.ts', {
  heapMegabytes: 64,
  timeoutMs: 10_000,
  waiting: 50,
})

/** Reads a file that a stranger may have made without keeping the process from everybody else. */
async function readInvoice(fileName: string, bytes: Buffer): Promise<InvoiceRead> {
  if (bytes.length <= AT_ONCE_BYTES) return readInvoiceFile(fileName, bytes)
  return inThread({ fileName, bytes }).catch((error: unknown): InvoiceRead => {
    if (error instanceof ThreadOverrun) return { ok: false, error: 'invoiceFileUnsafe' }
    throw error
  })
}

const uploadLimit = { name: 'invoiceUpload', points: 2000, seconds: 600 }

export type ReceivedInvoice = {
  documentId: string
  /** The order that it belongs to; null: to be matched by hand. */
  orderCode: string | null
  orderId: string | null
  number: string | null
  /** In cents, as text: what the invoice shows beyond the order's own sum. */
  differenceCents: string | null
  /** SEFAZ's word inside the file. */
  refusal: string | null
}

const uploadInput = z.object({ fileName: plainText({ min: 1, max: 255 }), orderId: z.uuid().nullable() })

/** The body is the file itself; its name, and the order where the seller named one, stand in the address. */
export async function receiveInvoice(actor: Actor, request: Request): Promise<ReceivedInvoice> {
  const key = requireOwnUpload(request, actor.organizationId)
  const query = new URL(request.url).searchParams
  const input = uploadInput.safeParse({ fileName: query.get('fileName'), orderId: query.get('orderId') })
  if (!input.success) throw new UserError('invalidInput')
  await limitCalls(uploadLimit, actor.userId ?? actor.organizationId)
  if (!request.body) throw new UserError('invoiceFileEmpty')
  const bytes = await readBody(request, invoiceMaxBytes)
  if (!bytes) throw new UserError('fileTooLarge', { values: { megabytes: 1 } })
  const read = await readInvoice(input.data.fileName, bytes)
  if (!read.ok) throw new UserError(read.error)
  const bodyHash = createHash('sha256').update(bytes).update(JSON.stringify(input.data)).digest()
  const once = key ? { route: 'receiveInvoice', key, bodyHash } : undefined
  return keepInvoice({ ...actor, ...(once && { request: once }) }, input.data, read.invoice, bytes)
}

type Upload = z.output<typeof uploadInput>

async function keepInvoice(
  actor: Actor,
  upload: Upload,
  invoice: InvoiceFile,
  bytes: Buffer,
): Promise<ReceivedInvoice> {
  const { organizationId } = actor
  const file = await writeFile(organizationId, Readable.from([bytes]), invoiceMaxBytes)
  try {
    const answer = await writeOnce(actor, async (db) => {
      const order = await findOrder(db, organizationId, upload, invoice)
      const replaced = await findReplaceable(db, organizationId, invoice.accessKey)
      await recordFile(db, actor, file, { kind: 'invoice', name: upload.fileName })
      const data = {
        orderId: order?.id ?? null,
        kind: invoice.kind,
        state: 'received' as const,
        accessKey: invoice.accessKey,
        number: invoice.number?.slice(0, 20) ?? null,
        series: invoice.series?.slice(0, 10) ?? null,
        issuedAt: invoice.issuedAt,
        totalCents: invoice.totalCents,
        reason: invoice.refusal?.slice(0, 500) ?? null,
        fileId: file.id,
        fileName: upload.fileName,
        uploadedBy: actor.userId,
        sentAt: null,
        decidedAt: null,
      }
      const id = replaced?.id ?? newId()
      if (replaced) {
        await db.fiscalDocument.update({
          where: { organizationId_id: { organizationId, id } },
          data,
          select: { id: true },
        })
        if (replaced.fileId) await expireFile(db, organizationId, replaced.fileId)
      } else await db.fiscalDocument.create({ data: { organizationId, id, ...data }, select: { id: true } })
      await recordAudit(db, actor, {
        event: 'order.invoiceReceived',
        subjectId: order?.id ?? id,
        after: { accessKey: invoice.accessKey, number: invoice.number, fileName: upload.fileName },
      })
      const difference = order && differenceOf(invoice.totalCents, order)
      return {
        fileId: file.id,
        documentId: id,
        orderCode: order?.externalCode ?? null,
        orderId: order?.id ?? null,
        number: invoice.number,
        differenceCents: difference ? difference.toString() : null,
        refusal: invoice.refusal,
      }
    })
    const { fileId, ...received } = answer
    if (fileId !== file.id) await removeFile(file.place)
    return received
  } catch (error) {
    await removeFile(file.place)
    throw broke(error, 'fiscal_document_organization_id_access_key_key') ? new UserError('invoiceDuplicate') : error
  }
}

async function findOrder(db: Db, organizationId: string, { orderId }: Upload, invoice: InvoiceFile) {
  if (orderId === null) return findOpen(db, organizationId, invoice.orderCodes)
  const named = await db.order.findUnique({
    where: { organizationId_id: { organizationId, id: orderId } },
    select: { externalCode: true },
  })
  if (!named?.externalCode) throw new UserError('notFound')
  const order = await findOpen(db, organizationId, [named.externalCode])
  if (!order) throw new UserError('invoiceOrderUnknown')
  return order
}

/** An order that still waits for an invoice: one that has left or is cancelled needs none. */
export async function findOpen(db: Db, organizationId: string, codes: readonly string[]): Promise<InvoiceOrder | null> {
  const order = await findInvoiceOrder(db, organizationId, codes)
  const isOpen = order && (order.status === 'confirmed' || order.status === 'pending' || order.status === 'processing')
  return isOpen ? order : null
}

/** One document a key: what was refused, or never matched, is replaced by the new file; anything else is a duplicate. */
async function findReplaceable(db: Db, organizationId: string, accessKey: string | null) {
  if (accessKey === null) return null
  // The same invoice sent several times at once: one after the other.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('invoice:' || ${organizationId} || ${accessKey}, 0))`
  const known = await db.fiscalDocument.findUnique({
    where: { organizationId_accessKey: { organizationId, accessKey } },
    select: { id: true, state: true, orderId: true, fileId: true },
  })
  if (!known) return null
  const mayReplace = known.state === 'rejected' || (known.state === 'received' && known.orderId === null)
  if (!mayReplace) throw new UserError('invoiceDuplicate')
  return known
}

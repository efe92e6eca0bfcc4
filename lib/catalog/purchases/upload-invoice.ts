import 'server-only'
import { Readable } from 'node:stream'
import { recordAudit } from '@/lib/core/audit/record'
import { broke } from '@/lib/core/database/database-errors'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { recordFile, removeFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { storeContent } from './invoice-content'
import { maxInvoiceBytes, type UploadInvoiceInput } from './schema'
import { keepThread, ThreadOverrun } from '@/lib/core/process/kept-thread'
import { readPurchaseInvoice, type PurchaseInvoiceRead } from './invoice-file'

/**
 * Stores a supplier's NF-e to be checked and booked. Each invoice once, by its access key: the call's own key is not
 * claimed, since a key's answer depends on the call's text, and two files look the same to it.
 */
export async function uploadInvoice(
  actor: Actor,
  { file }: UploadInvoiceInput,
): Promise<{ id: string; number: string; isOurs: boolean }> {
  const { organizationId, userId } = actor
  const bytes = Buffer.from(await file.arrayBuffer())
  const read = await readInvoice(bytes)
  if (!read.ok) throw new UserError(read.error, read.values && { values: read.values })
  const { accessKey, number, series, issuedOn, addressedTo, content } = read.invoice
  const written = await writeFile(organizationId, Readable.from([bytes]), maxInvoiceBytes)
  try {
    return await withOrganization(actor, async (db) => {
      const entity =
        addressedTo &&
        (await db.legalEntity.findUnique({
          where: { organizationId_document: { organizationId, document: addressedTo } },
          select: { id: true },
        }))
      const id = newId()
      await recordFile(db, actor, written, { kind: 'invoice', name: `${accessKey}.xml` })
      await db.purchaseInvoice.create({
        data: {
          organizationId,
          id,
          accessKey,
          number,
          series,
          issuedOn: asDate(issuedOn),
          addressedTo,
          supplierDocument: content.supplier.document,
          supplierName: content.supplier.name,
          totalCents: content.totals.totalCents,
          content: storeContent(content),
          fileId: written.id,
          legalEntityId: entity ? entity.id : null,
          createdBy: userId,
        },
        select: { id: true },
      })
      await recordAudit(db, actor, {
        event: 'purchaseInvoice.uploaded',
        subjectId: id,
        after: { accessKey, number, totalCents: content.totals.totalCents },
      })
      return { id, number, isOurs: Boolean(entity) }
    })
  } catch (error) {
    await removeFile(written.place)
    if (!broke(error, 'purchase_invoice_organization_id_access_key_key')) throw error
    throw new UserError('purchaseInvoiceDuplicate', { values: { number } })
  }
}

/** An invoice of a few dozen lines; it is read within milliseconds. */
const AT_ONCE_BYTES = 64 * 1024
const inThread = keepThread<Uint8Array, PurchaseInvoiceRead>('lib/catalog/purchases/invoice-thread.ts', {
  heapMegabytes: 96,
  timeoutMs: 10_000,
  waiting: 20,
})

/** Reads a file that a stranger may have made without keeping the process from everybody else. */
async function readInvoice(bytes: Buffer): Promise<PurchaseInvoiceRead> {
  if (bytes.length <= AT_ONCE_BYTES) return readPurchaseInvoice(bytes)
  return inThread(bytes).catch((error: unknown): PurchaseInvoiceRead => {
    if (error instanceof ThreadOverrun) return { ok: false, error: 'invoiceFileUnsafe' }
    throw error
  })
}

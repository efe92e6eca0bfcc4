import 'server-only'
import { keepThread, ThreadOverrun } from '@/lib/core/process/kept-thread'
import { readInvoiceFile, type InvoiceRead } from './invoice-file'
import type { InvoiceQuestion } from './invoice-thread'

/** Far more than an invoice of a parcel has; it is read within milliseconds. */
const AT_ONCE_BYTES = 64 * 1024
const inThread = keepThread<InvoiceQuestion, InvoiceRead>('lib/sales/dispatch/invoice-thread.ts', {
  heapMegabytes: 64,
  timeoutMs: 10_000,
  waiting: 50,
})

/** Reads a file that a stranger may have made without keeping the process from everybody else. */
export async function readInvoice(fileName: string, bytes: Buffer): Promise<InvoiceRead> {
  if (bytes.length <= AT_ONCE_BYTES) return readInvoiceFile(fileName, bytes)
  return inThread({ fileName, bytes }).catch((error: unknown): InvoiceRead => {
    if (error instanceof ThreadOverrun) return { ok: false, error: 'invoiceFileUnsafe' }
    throw error
  })
}

import 'server-only'
import { keepThread, ThreadOverrun } from '@/lib/core/process/kept-thread'
import { readPurchaseInvoice, type PurchaseInvoiceRead } from './invoice-file'

/** An invoice of a few dozen lines; it is read within milliseconds. */
const AT_ONCE_BYTES = 64 * 1024
const inThread = keepThread<Uint8Array, PurchaseInvoiceRead>('lib/catalog/purchases/invoice-thread.ts', {
  heapMegabytes: 96,
  timeoutMs: 10_000,
  waiting: 20,
})

/** Reads a file that a stranger may have made without keeping the process from everybody else. */
export async function readInvoice(bytes: Buffer): Promise<PurchaseInvoiceRead> {
  if (bytes.length <= AT_ONCE_BYTES) return readPurchaseInvoice(bytes)
  return inThread(bytes).catch((error: unknown): PurchaseInvoiceRead => {
    if (error instanceof ThreadOverrun) return { ok: false, error: 'invoiceFileUnsafe' }
    throw error
  })
}

import { parentPort } from 'node:worker_threads'
import { readInvoiceFile } from './invoice-file'

export type InvoiceQuestion = { fileName: string; bytes: Uint8Array }

parentPort?.on('message', ({ fileName, bytes }: InvoiceQuestion) =>
  parentPort?.postMessage(readInvoiceFile(fileName, Buffer.from(bytes))),
)

import { parentPort } from 'node:worker_threads'
import { readPurchaseInvoice } from './invoice-file'

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(readPurchaseInvoice(Buffer.from(bytes))))

import 'server-only'
import type { Worker } from 'node:worker_threads'
import { ranOutOfMemory, startThread } from '../kept-thread'
import { SheetRefused, type RefusalCode } from './refusal'
import type { OrderBatch } from './order-stream'
import { inspectSheetFile } from './zip-directory'

type Message = {
  batch?: OrderBatch
  end?: true
  refused?: { code: RefusalCode; values: Record<string, string | number> }
  failed?: string
}

const threadHeapMegabytes = 160
const silenceMs = 30_000

/**
 * Reads the orders of a sheet in a thread with a memory limit of its own: a sheet built to exhaust memory ends the
 * thread, never the worker. The file's directory is judged first, so that a bomb never gets as far as a thread.
 */
export async function readOrdersInThread(
  path: string,
  batchOrders: number,
  onBatch: (batch: OrderBatch) => Promise<void>,
): Promise<void> {
  await inspectSheetFile(path)
  const thread = startThread('lib/imports/sheet-thread.ts', threadHeapMegabytes, { path, batchOrders })
  try {
    await drain(thread, onBatch)
  } finally {
    await thread.terminate()
  }
}

function drain(thread: Worker, onBatch: (batch: OrderBatch) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(watchdog)
      reject(error)
    }
    const startWatchdog = () => setTimeout(() => fail(new SheetRefused('importUnsafe')), silenceMs)
    let watchdog = startWatchdog()
    thread.on('message', ({ batch, end, refused, failed }: Message) => {
      clearTimeout(watchdog)
      if (refused) fail(new SheetRefused(refused.code, refused.values))
      else if (failed) fail(new Error(failed))
      else if (end) resolve()
      else if (batch) {
        onBatch(batch).then(() => {
          watchdog = startWatchdog()
          thread.postMessage('next')
        }, fail)
      }
    })
    thread.once('error', (error) => fail(ranOutOfMemory(error) ? new SheetRefused('importUnsafe') : error))
    thread.once('exit', () => fail(new Error('the reading thread ended early')))
  })
}

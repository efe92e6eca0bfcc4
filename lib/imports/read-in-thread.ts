import 'server-only'
import type { Worker } from 'node:worker_threads'
import { ranOutOfMemory, startThread } from '../kept-thread'
import { SheetRefused, type RefusalCode } from './refusal'
import type { OrderBatch } from './order-stream'
import type { SheetRow } from './sheet-reader'
import { inspectTableFile } from './table-reader'
import { inspectSheetFile } from './zip-directory'

type Message<Batch> = {
  batch?: Batch
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
  await readInThread('lib/imports/sheet-thread.ts', { path, batchOrders }, onBatch)
}

export type RowBatch = { rows: SheetRow[]; progress: number }
type RowsOptions = {
  path: string
  preferredSheet: string
  sheets?: readonly string[]
  all?: boolean
  maxRows: number
  batchRows: number
}

/** As readOrdersInThread, for the bare rows of any sheet, workbook or text. */
export async function readRowsInThread(
  options: RowsOptions,
  onBatch: (batch: RowBatch) => Promise<void>,
): Promise<void> {
  await inspectTableFile(options.path)
  await readInThread('lib/imports/rows-thread.ts', options, onBatch)
}

/** What the program reads, batch by batch; the next one is read while this one is worked off. */
export async function readInThread<Batch>(program: string, data: object, onBatch: (batch: Batch) => Promise<void>) {
  const thread = startThread(program, threadHeapMegabytes, data)
  try {
    await drain(thread, onBatch)
  } finally {
    await thread.terminate()
  }
}

/** One batch after the other; the thread is a batch ahead. However it ends, what it sent before is worked off first. */
function drain<Batch>(thread: Worker, onBatch: (batch: Batch) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let waiting = 0
    let isOver = false
    let work = Promise.resolve()
    const fail = (error: Error) => {
      isOver = true
      clearTimeout(watchdog)
      work.then(() => reject(error), reject)
    }
    const startWatchdog = () => setTimeout(() => fail(new SheetRefused('importUnsafe')), silenceMs)
    let watchdog = startWatchdog()
    const take = (batch: Batch) => {
      waiting += 1
      work = work.then(async () => {
        await onBatch(batch)
        waiting -= 1
        if (waiting === 0 && !isOver) watchdog = startWatchdog()
        thread.postMessage('next')
      })
      work.catch((error: unknown) => {
        isOver = true
        clearTimeout(watchdog)
        reject(error instanceof Error ? error : new Error(String(error)))
      })
    }
    thread.on('message', ({ batch, end, refused, failed }: Message<Batch>) => {
      clearTimeout(watchdog)
      if (refused) fail(new SheetRefused(refused.code, refused.values))
      else if (failed) fail(new Error(failed))
      else if (end) {
        isOver = true
        work.then(resolve, reject)
      } else if (batch) take(batch)
    })
    thread.once('error', (error) => fail(ranOutOfMemory(error) ? new SheetRefused('importUnsafe') : error))
    thread.once('exit', () => fail(new Error('the reading thread ended early')))
  })
}

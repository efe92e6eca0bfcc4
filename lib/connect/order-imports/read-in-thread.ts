import 'server-only'
import { stat } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { ranOutOfMemory, startThread, threadRest } from '@/lib/core/process/kept-thread'
import { SheetRefused, type RefusalCode } from '@/lib/core/sheets/refusal'
import type { OrderBatch } from './order-stream'
import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { inspectTableFile } from '@/lib/core/sheets/table-reader'

type Message<Batch> = {
  batch?: Batch
  end?: true
  refused?: { code: RefusalCode; values: Record<string, string | number> }
  failed?: string
}

const threadHeapMegabytes = 160
const silenceMs = 30_000
// A large file's memory is freed with its thread.
const largeBytes = 2_000_000

/**
 * Reads the orders of a sheet in a thread with a memory limit of its own: a sheet built to exhaust memory ends the
 * thread, never the worker. The file's directory is judged first, so that a bomb never gets as far as a thread.
 */
export async function readOrdersInThread(
  path: string,
  batchOrders: number,
  onBatch: (batch: OrderBatch) => Promise<void>,
): Promise<void> {
  await inspectTableFile(path)
  await readInThread('lib/connect/order-imports/sheet-thread.ts', { path, batchOrders }, onBatch)
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
  await readInThread('lib/core/sheets/rows-thread.ts', options, onBatch)
}

/** The program's reading of a file, batch by batch; the next one is read while this one is processed. */
export async function readInThread<Batch>(
  program: string,
  data: { path: string } & Record<string, unknown>,
  onBatch: (batch: Batch) => Promise<void>,
): Promise<void> {
  const { size } = await stat(data.path)
  const thread = takeThread(program)
  let isReusable = false
  try {
    const drained = drain(thread, onBatch)
    thread.postMessage({ read: data })
    await drained
    isReusable = size < largeBytes
  } finally {
    if (isReusable) rest(program, thread)
    else await thread.terminate()
  }
}

/**
 * One thread of each program that has read a small file to its end: starting another costs more than reading most
 * files.
 */
const resting = new Map<string, () => Worker>()

const takeThread = (program: string): Worker => resting.get(program)?.() ?? startThread(program, threadHeapMegabytes)

function rest(program: string, thread: Worker): void {
  if (resting.has(program)) return void thread.terminate()
  const wake = () => {
    clearTimeout(tooLong)
    resting.delete(program)
    thread.off('error', end).off('exit', end).ref()
    return thread
  }
  const end = () => void wake().terminate()
  const tooLong = setTimeout(end, threadRest.ms).unref()
  thread.on('error', end).on('exit', end).unref()
  resting.set(program, wake)
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
    const onMessage = ({ batch, end, refused, failed }: Message<Batch>) => {
      clearTimeout(watchdog)
      if (refused) fail(new SheetRefused(refused.code, refused.values))
      else if (failed) fail(new Error(failed))
      else if (end) {
        isOver = true
        work.then(() => {
          thread.off('message', onMessage).off('error', broken).off('exit', gone)
          resolve()
        }, reject)
      } else if (batch) take(batch)
    }
    const broken = (error: Error) => fail(ranOutOfMemory(error) ? new SheetRefused('importUnsafe') : error)
    const gone = () => fail(new Error('the reading thread ended early'))
    thread.on('message', onMessage).on('error', broken).on('exit', gone)
  })
}

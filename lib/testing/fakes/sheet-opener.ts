import { createInterface } from 'node:readline'
import { readOrdersInThread, readRowsInThread } from '@/lib/connect/order-imports/read-in-thread'
import { SheetRefused } from '@/lib/core/sheets/refusal'

/** A process of its own that opens sheets as the worker does, and tells of each what came of it, and what it took. */
type Order = { path: string; reader: 'orders' | 'rows' }
export type Opened = { outcome: string; milliseconds: number; megabytes: number }

const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
const nothing = async () => undefined

const readers = {
  orders: (path: string) => readOrdersInThread(path, 500, nothing),
  rows: (path: string) => readRowsInThread({ path, preferredSheet: '', maxRows: 200_000, batchRows: 500 }, nothing),
}

async function open({ path, reader }: Order): Promise<Opened> {
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
  const since = performance.now()
  try {
    const outcome = await readers[reader](path).then(
      () => 'read',
      (error: unknown) => (error instanceof SheetRefused ? error.code : String(error)),
    )
    const milliseconds = Math.round(performance.now() - since)
    return { outcome, milliseconds, megabytes: Math.round((most - before) / 1_048_576) }
  } finally {
    clearInterval(look)
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => void open(JSON.parse(line) as Order).then(say, (error: unknown) => say(String(error))))
  .on('close', () => process.exit())
say('ready')

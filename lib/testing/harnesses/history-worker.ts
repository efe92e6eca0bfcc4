import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { closeDatabase } from '@/lib/core/db'
import { syncHistory } from '@/lib/connect/sync/inbound/sync-history'
import { openSyncShop } from '@/lib/connect/sync/streams/sync-shop'

/** A worker of its own that reads a shop's history slice by slice, to be killed at it. Says after each slice how it stands. */
type Order = { organizationId: string; shopId: string; sliceMs?: number }
export type HistorySlice = { isDone: boolean; changed: number; ms: number; heapBytes: number; rssBytes: number }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)

async function readHistory({ organizationId, shopId, sliceMs }: Order): Promise<void> {
  for (let isDone = false; !isDone;) {
    const startedAt = Date.now()
    const shop = await openSyncShop({ organizationId }, shopId)
    const slice = await syncHistory(shop!, { sliceMs })
    const ms = Date.now() - startedAt
    isDone = slice.isDone
    collect()
    const { heapUsed, rss } = process.memoryUsage()
    say({ ...slice, ms, heapBytes: heapUsed, rssBytes: rss } satisfies HistorySlice)
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => void readHistory(JSON.parse(line) as Order))
  .on('close', () => void closeDatabase())

say('ready')

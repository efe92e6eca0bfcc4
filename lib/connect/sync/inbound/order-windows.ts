import 'server-only'
import pLimit from 'p-limit'
import { withShopToken } from '../../shops/tokens'
import { ShopeeError } from '@/lib/shopee/errors'
import { listOrders, ORDER_DETAILS_AT_ONCE, ORDER_LIST, type Window } from '@/lib/shopee/orders'
import { boundedPool, inLanes } from '@/lib/core/process/in-lanes'
import { chunksOf, readOrders } from './sync-orders'
import type { SyncShop } from '../streams/sync-shop'
import { writeOrders, type WrittenOrders } from './write-orders'

/** Windows listed at a time: a list is read page after page, and one alone leaves the limiter waiting for its answers. */
const WINDOWS = 3
/** Batches read or written at a time: enough to fill ten calls a second where an answer takes most of a second. */
const BATCHES = 12
const LIST_ROUNDS = 5

export type ReadWindow = Window & { orders: number; written: WrittenOrders }
type Open = ReadWindow & { waiting: number; isListed: boolean }

type Reading = {
  by: 'create_time' | 'update_time'
  /** The next window to read, after the one that was listed last; null when there is none. */
  next: (listed: ReadWindow | null) => Window | null
  /** In the order of the windows: all of this one and of those before it is written. */
  onWritten: (window: ReadWindow) => Promise<void>
}

/**
 * Reads windows of orders and writes them in batches, several calls at a time. A window counts only when everything in it is
 * written and all windows before it are; an error leaves the rest for the next time.
 */
export async function readOrderWindows(shop: SyncShop, { by, next, onWritten }: Reading): Promise<void> {
  const open: Open[] = []
  const oneAtATime = pLimit(1)
  const batches = boundedPool(BATCHES)
  let listed: ReadWindow | null = null

  async function* windows() {
    for (let window = next(null); window; window = next(listed)) {
      const written = { created: 0, updated: 0, kept: 0 }
      const opened: Open = { ...window, orders: 0, written, waiting: 0, isListed: false }
      open.push(opened)
      yield opened
    }
  }

  async function closeWindows() {
    while (open[0]?.isListed && open[0].waiting === 0) {
      const { isListed: _, waiting: __, ...done } = open.shift()!
      await onWritten(done)
    }
  }

  async function writeBatch(window: Open, orderSns: string[]) {
    const answers = await readOrders(shop, orderSns)
    await oneAtATime(async () => {
      const counts = await writeOrders(shop, answers)
      window.written.created += counts.created
      window.written.updated += counts.updated
      window.written.kept += counts.kept
      window.waiting -= 1
      await closeWindows()
    })
  }

  try {
    await inLanes(WINDOWS, windows(), async (window) => {
      for await (const orderSns of listWindow(shop, by, window)) {
        window.orders += orderSns.length
        for (const chunk of chunksOf(orderSns, ORDER_DETAILS_AT_ONCE)) {
          window.waiting += 1
          await batches.start(() => writeBatch(window, chunk))
        }
      }
      window.isListed = true
      listed = window
      if (window.waiting === 0) await oneAtATime(closeWindows)
    })
  } finally {
    await batches.settle()
  }
}

/**
 * Pages of a window, each order once. A list by update time moves while it is read: what changes leaves the window, and the
 * others move up, past the page that was to come. So what took more than one page is read until nothing new comes.
 */
async function* listWindow(shop: SyncShop, by: Reading['by'], window: Window) {
  const seen = new Set<string>()
  for (let round = 1, fresh = 1; fresh > 0 && round <= LIST_ROUNDS; round += 1) {
    fresh = 0
    let pages = 0
    const cursors = new Set<string>()
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const at: string | undefined = cursor
      const page = await withShopToken(shop, shop.shopId, (caller) => listOrders(caller, { by, ...window, cursor: at }))
      const unseen = page.data.map(({ orderSn }) => orderSn).filter((orderSn) => !seen.has(orderSn))
      for (const orderSn of unseen) seen.add(orderSn)
      fresh += unseen.length
      if (unseen.length > 0) yield unseen
      cursor = page.nextCursor
      // A cursor that comes again would be followed for ever.
      if (cursor !== null && cursors.has(cursor))
        throw new ShopeeError('unexpectedShape', ORDER_LIST, { text: 'next_cursor: comes again' })
      if (cursor !== null) cursors.add(cursor)
    }
    if (by === 'create_time' || pages === 1) return
  }
}

import 'server-only'
import { withShopToken } from '../shops/tokens'
import { listOrders, ORDER_DETAILS_AT_ONCE, type Window } from '../shopee/orders'
import { inLanes, oneByOne } from './in-lanes'
import { chunksOf, readOrders } from './sync-orders'
import type { SyncShop } from './sync-shop'
import { writeOrders, type WrittenOrders } from './write-orders'

/** Calls under way at a time: enough to fill the limiter at ten calls a second where an answer takes most of a second. */
const LANES = 8
const LIST_ROUNDS = 5

type ReadWindow = Window & { orders: number; written: WrittenOrders }
type Open = ReadWindow & { waiting: number; isListed: boolean }

type Reading = {
  by: 'create_time' | 'update_time'
  /** The next window to read, after how many orders the one before had; null when there is none. */
  next: (ordersBefore: number | null) => Window | null
  /** In the order of the windows: all of this one and of those before it is written. */
  onWritten: (window: ReadWindow) => Promise<void>
}

/**
 * Reads windows of orders and writes them in batches, several calls at a time. A window counts only when everything in it is
 * written and all windows before it are; an error leaves the rest for the next time.
 */
export async function readOrderWindows(shop: SyncShop, { by, next, onWritten }: Reading): Promise<void> {
  const open: Open[] = []
  const inTurn = oneByOne()
  let failed: { error: unknown } | undefined

  async function* batches() {
    for (let window = next(null); window;) {
      const current: Open = {
        ...window,
        ...{ orders: 0, waiting: 0, isListed: false },
        written: { created: 0, updated: 0, kept: 0 },
      }
      open.push(current)
      for await (const orderSns of listWindow(shop, by, window)) {
        current.orders += orderSns.length
        for (const chunk of chunksOf(orderSns, ORDER_DETAILS_AT_ONCE)) {
          current.waiting += 1
          yield { window: current, orderSns: chunk }
        }
      }
      current.isListed = true
      // Not waited for: the next list is under way while batches are written.
      void inTurn(closeWindows).catch((error: unknown) => (failed ??= { error }))
      if (failed) throw failed.error
      window = next(current.orders)
    }
  }

  async function closeWindows() {
    while (open[0]?.isListed && open[0].waiting === 0) {
      const { isListed: _, waiting: __, ...done } = open.shift()!
      await onWritten(done)
    }
  }

  await inLanes(LANES, batches(), async ({ window, orderSns }) => {
    const answers = await readOrders(shop, orderSns)
    await inTurn(async () => {
      const counts = await writeOrders(shop, answers)
      window.written.created += counts.created
      window.written.updated += counts.updated
      window.written.kept += counts.kept
      window.waiting -= 1
      await closeWindows()
    })
  })
  await inTurn(closeWindows)
  if (failed) throw failed.error
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
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const at: string | undefined = cursor
      const page = await withShopToken(shop, shop.shopId, (caller) => listOrders(caller, { by, ...window, cursor: at }))
      const unseen = page.data.map(({ orderSn }) => orderSn).filter((orderSn) => !seen.has(orderSn))
      for (const orderSn of unseen) seen.add(orderSn)
      fresh += unseen.length
      if (unseen.length > 0) yield unseen
      cursor = page.nextCursor
    }
    if (by === 'create_time' || pages === 1) return
  }
}

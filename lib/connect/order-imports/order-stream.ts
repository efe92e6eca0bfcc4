import type { ColumnMap } from './columns'
import { OrderReading } from './order-reading'
import type { ItemRow } from './order-row'
import { readTable } from '@/lib/core/sheets/table-reader'
import { sheetLimits } from '@/lib/core/sheets/zip-directory'
import { UnreadList, type Unread } from '@/lib/core/sheets/unread'

/** `number`: its first row's in the first sheet, counted on in the others. */
export type OrderRows = { code: string; number: number; rows: ItemRow[] }
/**
 * `progress` is the share of the sheet that was read, 0 to 1. `unread` comes with the last one: unknown sheets and
 * columns.
 */
export type OrderBatch = { map: ColumnMap; orders: OrderRows[]; progress: number; unread?: Unread[] }

const preferredSheet = 'orders'

type OnBatch = (batch: OrderBatch) => Promise<void>

/**
 * Reads an `Order.all` export order by order, in batches, from every sheet that has orders. The rows of an order normally stand together; the
 * orders whose rows do not (a sheet sorted otherwise) are read whole in a second pass and given again, under the same number.
 */
export async function readOrderRows(path: string, batchOrders: number, onBatch: OnBatch): Promise<void> {
  const unread = new UnreadList()
  const { map, scattered } = await readRuns(path, batchOrders, onBatch, unread)
  if (scattered.size > 0) await readScattered(path, batchOrders, scattered, onBatch)
  await onBatch({ map, orders: [], progress: 1, unread: unread.list() })
}

async function readRuns(path: string, batchOrders: number, onBatch: OnBatch, unread: UnreadList) {
  const seen = new Set<string>()
  const scattered = new Set<string>()
  let batch: OrderRows[] = []
  let current = ''
  // The last order of a batch may go on in the next piece, so it waits.
  const flush = async (map: ColumnMap, progress: number, all: boolean) => {
    while (batch.length > (all ? 0 : batchOrders)) {
      const orders = batch.slice(0, all ? batchOrders : batch.length - 1)
      batch = batch.slice(orders.length)
      await onBatch({ map, orders, progress })
    }
  }
  const map = await readItems(
    path,
    (item, number) => {
      const code = String(item.values.orderCode ?? '')
      const last = batch.at(-1)
      if (code !== '' && code !== current && seen.has(code)) scattered.add(code)
      else if (last && code === current) last.rows.push(item)
      else batch.push({ code, number, rows: [item] })
      current = code
      seen.add(code)
    },
    {
      unread,
      pause: (known, progress) => (batch.length > batchOrders ? flush(known, progress, false) : undefined),
    },
  )
  await flush(map, 1, true)
  return { map, scattered }
}

async function readScattered(path: string, batchOrders: number, codes: Set<string>, onBatch: OnBatch): Promise<void> {
  const byCode = new Map<string, OrderRows>()
  const map = await readItems(path, (item, number) => {
    const code = String(item.values.orderCode ?? '')
    if (!codes.has(code)) return
    const order = byCode.get(code)
    if (order) order.rows.push(item)
    else byCode.set(code, { code, number, rows: [item] })
  })
  const orders = [...byCode.values()]
  for (let at = 0; at < orders.length; at += batchOrders) {
    await onBatch({ map, orders: orders.slice(at, at + batchOrders), progress: 1 })
  }
}

type Reading = {
  pause?: (map: ColumnMap, progress: number) => Promise<void> | undefined
  /** Takes what was not understood of the sheets and their columns. */
  unread?: UnreadList
}

type OnItem = (item: ItemRow, number: number) => void

async function readItems(path: string, onItem: OnItem, { pause, unread }: Reading = {}) {
  const reading = new OrderReading(unread)
  // Rows of different sheets have the same number in their sheet.
  let number = 0
  await readTable(
    path,
    (row) => {
      const item = reading.take(row)
      if (!item) return
      number = Math.max(number + 1, item.row)
      onItem(item, number)
    },
    {
      preferredSheet,
      sheets: [preferredSheet],
      all: true,
      maxRows: sheetLimits.rows,
      pause: (progress) => (reading.map ? pause?.(reading.map, progress) : undefined),
    },
  )
  return reading.end()
}

import { columns, recognizeColumns, type ColumnMap } from './columns'
import { cellText } from './cell-values'
import { readItemRow, type ItemRow } from './order-row'
import { SheetRefused } from './refusal'
import { readSheet, type SheetRow } from './sheet-reader'

export type OrderRows = { code: string; rows: ItemRow[] }
/** `progress` is the share of the sheet that was read, 0 to 1. */
export type OrderBatch = { map: ColumnMap; orders: OrderRows[]; progress: number }

const headerSearchRows = 20
const preferredSheet = 'orders'

type OnBatch = (batch: OrderBatch) => Promise<void>

/**
 * Reads an `Order.all` export order by order, in batches. The rows of an order normally stand together; the orders whose
 * rows do not (a sheet sorted otherwise) are read whole in a second pass and given again, under the same first row.
 */
export async function readOrderRows(path: string, batchOrders: number, onBatch: OnBatch): Promise<void> {
  const scattered = await readRuns(path, batchOrders, onBatch)
  if (scattered.size > 0) await readScattered(path, batchOrders, scattered, onBatch)
}

async function readRuns(path: string, batchOrders: number, onBatch: OnBatch): Promise<Set<string>> {
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
    (item) => {
      const code = String(item.values.orderCode ?? '')
      const last = batch.at(-1)
      if (code !== '' && code !== current && seen.has(code)) scattered.add(code)
      else if (last && code === current) last.rows.push(item)
      else batch.push({ code, rows: [item] })
      current = code
      seen.add(code)
    },
    (known, progress) => (batch.length > batchOrders ? flush(known, progress, false) : undefined),
  )
  await flush(map, 1, true)
  return scattered
}

async function readScattered(path: string, batchOrders: number, codes: Set<string>, onBatch: OnBatch): Promise<void> {
  const byCode = new Map<string, ItemRow[]>()
  const map = await readItems(path, (item) => {
    const code = String(item.values.orderCode ?? '')
    if (!codes.has(code)) return
    const rows = byCode.get(code)
    if (rows) rows.push(item)
    else byCode.set(code, [item])
  })
  const orders = [...byCode].map(([code, rows]) => ({ code, rows }))
  for (let at = 0; at < orders.length; at += batchOrders) {
    await onBatch({ map, orders: orders.slice(at, at + batchOrders), progress: 1 })
  }
}

async function readItems(
  path: string,
  onItem: (item: ItemRow) => void,
  pause?: (map: ColumnMap, progress: number) => Promise<void> | undefined,
): Promise<ColumnMap> {
  let map: ColumnMap | null = null
  let rows = 0
  const add = (row: SheetRow) => {
    if (!map) {
      map = recognizeColumns(new Map([...row.cells].map(([at, cell]) => [at, cellText(cell)])))
      if (!map && row.number >= headerSearchRows) throw missingEverything()
      return
    }
    const item = readItemRow(row, map)
    if (!item) return
    rows += 1
    onItem(item)
  }
  await readSheet(path, add, { preferredSheet, pause: (progress) => (map ? pause?.(map, progress) : undefined) })
  if (!map) throw missingEverything()
  if (rows === 0) throw new SheetRefused('importNoRows')
  return map
}

/** Nothing in the first rows is a header: all that is needed is missing. */
const missingEverything = () =>
  new SheetRefused('importColumnsMissing', {
    columns: Object.values(columns)
      .filter((column) => 'required' in column)
      .map((column) => column.names[0])
      .join(', '),
  })

import { UnreadList } from '@/lib/core/sheets/unread'
import { ColumnWatch } from '@/lib/core/sheets/column-watch'
import type { Cell, SheetRow } from '@/lib/core/sheets/sheet-reader'
import {
  isLater,
  judgeSale,
  lineOf,
  saleKey,
  SaleGroups,
  type SaleContext,
} from '@/lib/connect/channel-sales/assemble-sales'
import type { SaleLayout } from '@/lib/connect/channel-sales/fields'
import { SaleReader, type SaleStatus } from '@/lib/connect/channel-sales/read-sale-row'
import { saleLayoutOf } from '@/lib/connect/channel-sales/sale-layout'
import { isSpareSaleColumn } from '@/lib/connect/channel-sales/spare-columns'

export const saleSkus = ['A-1', 'B-2', 'C-3']
const now = Date.parse('2026-11-20T12:00:00Z')
const cell = (text: string): Cell => ({ kind: 'text', text })
const rowOf = (number: number, values: readonly string[]): SheetRow => ({
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, cell(text)] as const]))),
})

type Staged = {
  items: { sku: string; q: number; m: string }[]
  day: string
  status: SaleStatus
  to: SaleStatus | null
  customer: string | null
  revenue: string
  fee: string | null
  units: number
}
type Kept = Map<string, Omit<Staged, 'items' | 'to'> & { lines: string[] }>
export type SaleTable = { headings: readonly string[]; rows: readonly (readonly string[])[] }

/**
 * Imports sheets of other channels one after the other, as the database stores each; reports go to the list, and bad
 * sales are counted.
 */
export function takeSales(sheets: readonly SaleTable[]) {
  const unread = new UnreadList()
  const kept: Kept = new Map()
  let bad = 0
  for (const { headings, rows } of sheets) {
    const layout = saleLayoutOf(new Map(headings.entries())) as SaleLayout
    const groups = new SaleGroups(layout, layout.channel ?? null, unread)
    const reader = new SaleReader(layout, 'America/Sao_Paulo', now, unread)
    const isSpare = (heading: string) => isSpareSaleColumn(layout, heading)
    const watch = new ColumnWatch(new Map(layout.headings), Object.values(layout.places), isSpare, true)
    for (const [at, values] of rows.entries()) {
      const row = rowOf(at + 2, values)
      const read = reader.take(row)
      if (!read) continue
      watch.take(row)
      for (const sale of read) groups.take(sale)
    }
    for (const sale of reader.end()) groups.take(sale)
    watch.report(unread, undefined)
    const skus = new Map(saleSkus.map((sku) => [sku.toLowerCase(), { archived: false }]))
    const context: SaleContext = { skus, known: new Map(kept), ofShops: new Set() }
    for (const sale of groups.sales.values()) {
      const staged = judgeSale(sale, layout, context, unread)
      if (staged.outcome === 'failed') bad += 1
      if (staged.outcome === 'same' || staged.outcome === 'failed') continue
      keep(kept, saleKey(sale.channel, sale.sale), staged.payload as Staged)
    }
  }
  return { state: JSON.stringify([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1))), unread: unread.list(), bad }
}

function keep(kept: Kept, key: string, { items, day, status, to, customer, revenue, fee, units }: Staged): void {
  const before = kept.get(key)
  kept.set(key, {
    day,
    status: !before ? status : to && isLater(before.status, to) ? to : before.status,
    lines: [...(before?.lines ?? []), ...items.map(({ sku, q, m }) => lineOf(sku, q, BigInt(m)))].toSorted(),
    customer: before?.customer ?? customer,
    revenue: String(BigInt(before?.revenue ?? 0) + BigInt(revenue)),
    fee: fee === null ? (before?.fee ?? null) : String(BigInt(before?.fee ?? 0) + BigInt(fee)),
    units: (before?.units ?? 0) + units,
  })
}

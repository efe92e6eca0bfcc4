import type { StatField } from './columns'
import type { GoodRow } from './file-facts'
import { statCounts, statSums, type StatItem } from './items'
import type { RowCells } from './row-cells'
import type { SumCheck } from './schema'
import type { StatRow } from './stat-rows'

/** Figures that add up over days and hours; visitors do not: a second visit is not counted again. */
const additive = ['clicks', 'orders', ...statSums] as const
type Additive = (typeof additive)[number]
type Sums = Record<Additive, bigint>
const noSums = (): Sums => ({ clicks: 0n, orders: 0n, sales: 0n, cancelled: 0n, refunded: 0n })

/** The rows of one sheet of statistics: its days, and a total of all of them; of one day the hours, and the day in the total. */
class StatSheet {
  private readonly days = new Set<string>()
  private readonly sums = noSums()
  private hasParts = false
  private total: { row: StatRow; at: number } | null = null

  /** A day to be kept; null for a part of one, and for the total. */
  take(row: StatRow, at: number): StatItem | null {
    if (row.span === 'period') {
      this.total ??= { row, at }
      return null
    }
    this.hasParts = true
    for (const field of additive) this.sums[field] += BigInt(row.item[field] ?? 0)
    if (row.span === 'hour') return null
    this.days.add(row.item.day)
    return row.item
  }

  /** The day that stands in the total alone. */
  end(): { item: StatItem; at: number } | null {
    if (!this.total) return null
    const { row, at } = this.total
    return row.from === row.to && !this.days.has(row.from) ? { item: row.item, at } : null
  }

  /** `labels`: as the sheet calls its columns. */
  checks(labels: (field: Additive) => string): SumCheck[] {
    const { total } = this
    if (!total || !this.hasParts) return []
    return additive.flatMap((field): SumCheck[] => {
      const said = total.row.item[field]
      if (said === null || BigInt(said) === this.sums[field]) return []
      const name = statCounts.some((one) => one === field) ? 'count' : 'column'
      return [{ name, label: labels(field), saidCents: String(said), foundCents: String(this.sums[field]) }]
    })
  }
}

const rowOf = (row: number, item: StatItem): GoodRow => ({ row, key: '', read: { type: 'stats', item } })

/** A file's sheets of statistics, one after the other. */
export class StatSheets {
  readonly checks: SumCheck[] = []
  readonly lastDays: GoodRow[] = []
  private open: { sheet: StatSheet; headingOf: (field: StatField) => string } | null = null

  get isEmpty(): boolean {
    return this.open === null
  }

  take(read: StatRow, cells: RowCells<StatField>): readonly GoodRow[] {
    this.open ??= { sheet: new StatSheet(), headingOf: (field) => cells.headingOf(field) }
    const item = this.open.sheet.take(read, cells.row.number)
    return item ? [rowOf(cells.row.number, item)] : []
  }

  endSheet(): void {
    if (!this.open) return
    const { sheet, headingOf } = this.open
    this.checks.push(...sheet.checks(headingOf))
    const last = sheet.end()
    if (last) this.lastDays.push(rowOf(last.at, last.item))
    this.open = null
  }
}

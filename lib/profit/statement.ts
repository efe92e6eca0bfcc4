import type { Day, DayRange } from '@/lib/dates'
import type { Cents } from '@/lib/money'
import { resultLines, resultSums, type Result, type ResultLine, type ResultSum } from './result-lines'
import type { ResultView } from './views'

/** A month, the sum of the months, the whole of a period that is no longer than one, or the period before it. */
export type StatementColumn = { range: DayRange; result: Result } & (
  { kind: 'month'; month: Day } | { kind: 'total' | 'period' | 'previous' }
)
export type StatementRow = { key: ResultLine; isSum: false } | { key: ResultSum; isSum: true }

const allRows: StatementRow[] = resultLines.flatMap((line) => [
  { key: line, isSum: false } as const,
  ...(Object.keys(resultSums) as ResultSum[])
    .filter((sum) => resultSums[sum] === line)
    .map((sum) => ({ key: sum, isSum: true }) as const),
])

export const amountOf = ({ lines, sums }: Result, { key }: StatementRow): Cents => ({ ...lines, ...sums })[key]

export function columnsOf({ filters, months, total, previous }: ResultView): StatementColumn[] {
  const range = { from: filters.from, to: filters.to }
  const before = { from: filters.previousFrom, to: filters.previousTo }
  const columns = months.map((month) => ({ kind: 'month' as const, ...month }))
  return [
    ...(months.length > 1 ? columns : []),
    { kind: months.length > 1 ? 'total' : 'period', range, result: total },
    { kind: 'previous', range: before, result: previous },
  ]
}

/** Every sum, and each line that is not empty throughout. */
export const rowsOf = (columns: StatementColumn[]): StatementRow[] =>
  allRows.filter((row) => row.isSum || columns.some(({ result }) => amountOf(result, row) !== 0n))

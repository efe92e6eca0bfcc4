import { absolute } from '@/lib/core/big-int'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import type { MoneyBasis } from '@/lib/generated/prisma/enums'
import { lineParts, linesWithParts, type LinePart, type LineWithParts } from './line-parts'
import { isAdsMissing, isUnknown, moneyBases, openingLines, openingOf, resultLines, resultSums } from './result-lines'
import type { OpeningLine, Result, ResultLine, ResultSum } from './result-lines'
import type { ResultView } from './views'

/** A month, the sum of the months, the whole of a period that is no longer than one, or the period before it. */
export type StatementColumn = { range: DayRange; result: Result } & (
  | { kind: 'month'; month: Day }
  | { kind: 'total' | 'period' | 'previous' }
)
export type StatementRow =
  | { key: OpeningLine | Exclude<ResultLine, 'revenue'>; isSum: false; partOf?: undefined }
  /** A part of the line above. */
  | { key: LinePart; isSum: false; partOf: LineWithParts }
  | { key: ResultSum | 'revenue'; isSum: true; partOf?: undefined }

const partRows = (line: ResultLine): StatementRow[] =>
  linesWithParts
    .filter((each) => each === line)
    .flatMap((partOf) => lineParts[partOf].map((key) => ({ key, isSum: false, partOf }) as const))

const allRows: StatementRow[] = [
  ...openingLines.map((key) => ({ key, isSum: false }) as const),
  ...resultLines.flatMap((line): StatementRow[] => [
    line === 'revenue' ? { key: line, isSum: true } : { key: line, isSum: false },
    ...partRows(line),
    ...(Object.keys(resultSums) as ResultSum[])
      .filter((sum) => resultSums[sum] === line)
      .map((sum) => ({ key: sum, isSum: true }) as const),
  ]),
]
const alwaysShown: readonly StatementRow['key'][] = ['gross', 'cancelled']

export function amountOf(result: Result, row: StatementRow): Cents {
  if (row.partOf) return moneyBases.reduce((sum, basis) => sum + result.byBasis[row.key][basis], 0n)
  const { lines, sums } = result
  if (row.key in lines) return lines[row.key as ResultLine]
  return row.key in sums ? sums[row.key as ResultSum] : openingOf(result)[row.key as OpeningLine]
}

/** Not known in this column: shown as missing, never as zero. */
export const isMissing = (result: Result, row: StatementRow): boolean => !row.partOf && isUnknown(result, row.key)

/** The message that names a row. */
export const rowName = (row: StatementRow) =>
  row.partOf ? (`orders.detail.kinds.${row.key}` as const) : (`result.lines.${row.key}` as const)

/** How well the amount of a line is known, the largest part first; sums are of lines that each say it. */
export function basesOf({ byBasis }: Result, { key }: StatementRow): { basis: MoneyBasis; cents: Cents }[] {
  if (!(key in byBasis)) return []
  const parts = byBasis[key as keyof Result['byBasis']]
  return moneyBases
    .map((basis) => ({ basis, cents: parts[basis] }))
    .filter(({ cents }) => cents !== 0n)
    .toSorted((a, b) => Number(absolute(b.cents) - absolute(a.cents)))
}

export function columnsOf({ filters, months, total, previous }: ResultView): StatementColumn[] {
  const range = { from: filters.from, to: filters.to }
  const before = { from: filters.previousFrom, to: filters.previousTo }
  const columns = months.map((month) => ({ kind: 'month' as const, ...month }))
  return [
    ...(months.length > 1 ? columns : []),
    { kind: months.length > 1 ? 'total' : 'period', range, result: total },
    ...(previous ? [{ kind: 'previous' as const, range: before, result: previous }] : []),
  ]
}

/**
 * Every sum, what was sold and cancelled, and each other line that is not empty throughout; the sum after ads with the line of ads
 * alone, the profit before ads where nothing is known of them in a column.
 */
export function rowsOf(columns: StatementColumn[]): StatementRow[] {
  const isFilled = (row: StatementRow) =>
    columns.some(({ result }) => amountOf(result, row) !== 0n || isMissing(result, row))
  const hasAds = isFilled({ key: 'ads', isSum: false })
  const lacksAds = columns.some(({ result }) => isAdsMissing(result))
  return allRows.filter((row) => {
    if (row.key === 'contributionAfterAds') return hasAds
    if (row.key === 'profitBeforeAds') return lacksAds
    return row.isSum || alwaysShown.includes(row.key) || isFilled(row)
  })
}

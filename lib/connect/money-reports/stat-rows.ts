import type { Day } from '@/lib/core/dates'
import { foldHeading } from '@/lib/core/sheets/heading-names'
import type { StatField } from './columns'
import { statCounts, statSums, type StatItem } from './items'
import { daysIn, type RowCells } from './row-cells'

const bases = [
  ['placed', /feito|realizad|placed|criad/],
  ['confirmed', /confirm/],
  ['paid', /pag[oa]|paid/],
] as const

/** Which orders a sheet of statistics counts; `isKnown` false where its name does not say it. */
export function basisOf(sheet: string | undefined): { basis: string; isKnown: boolean } {
  if (sheet === undefined) return { basis: 'placed', isKnown: true }
  const name = foldHeading(sheet)
  const known = bases.find(([, words]) => words.test(name))?.[0]
  return { basis: known ?? name.slice(0, 40), isKnown: known !== undefined }
}

/** A day, an hour of one, or all days of the file: `from` is the day where it is one. */
export type StatRow = { span: 'day' | 'hour' | 'period'; from: Day; to: Day; item: StatItem }

export function readStatRow(cells: RowCells<StatField>, basis: string, said = ''): StatRow | null {
  const text = cells.note('at', 60) ?? ''
  const named = daysIn(text.replace(/(\d{2})-(\d{2})-(\d{4})/g, '$1/$2/$3'))
  const written = named.length > 0 ? null : cells.moment('at', { required: true })
  const [from = written?.toISOString().slice(0, 10), to = from] = named
  const counts = statCounts.map((field) => [field, cells.whole(field)] as const)
  const sums = statSums.map((field) => [field, cells.money(field)] as const)
  if (!from || !to) return null
  const figures = Object.fromEntries([...counts, ...sums]) as Omit<StatItem, 'day' | 'basis' | 'said' | 'conversion'>
  const item: StatItem = { day: from, basis, said, ...figures, conversion: conversionOf(cells, figures) }
  const span = named.length > 1 ? 'period' : /\d{2}:\d{2}/.test(text) ? 'hour' : 'day'
  return { span, from, to, item }
}

/**
 * A number without a percent sign may be the share that a sheet keeps of a percentage, or the percentage itself: the one that is nearer to orders of
 * visitors is taken. Which of the two a seller's own file has was not seen.
 */
export function conversionOf(
  cells: RowCells<'conversion'>,
  { orders, visitors }: Pick<StatItem, 'orders' | 'visitors'>,
): number | null {
  const percent = cells.percent('conversion')
  if (!percent) return null
  const hundredths = (scale: bigint) => (percent.millionths * scale + 500_000n) / 1_000_000n
  const [asShare, asPercent] = [hundredths(10_000n), hundredths(100n)]
  if (percent.isWritten) return Number(asPercent)
  const likely = orders !== null && visitors ? (BigInt(orders) * 10_000n) / BigInt(visitors) : asShare
  const distance = (one: bigint) => (one < likely ? likely - one : one - likely)
  return Number(distance(asShare) <= distance(asPercent) ? asShare : asPercent)
}

type Figures = { [F in Exclude<keyof StatItem, 'said'>]: unknown }
const order = [...statCounts, ...statSums, 'conversion'] as const

/** The version of a day that counted more is the later: an unfinished day counts on, and so do cancellations. */
export const isLaterStat = (before: Figures, now: Figures): boolean => hasMore(order, before, now)

/** Whether `now` has more in the first of the fields that differs; a missing value is less than any. */
export function hasMore<F extends string>(
  fields: readonly F[],
  before: { [K in F]?: unknown },
  now: { [K in F]?: unknown },
): boolean {
  for (const field of fields) {
    const [was, is] = [before[field], now[field]].map((value) =>
      value === null || value === undefined ? -1 : Number(value),
    )
    if (is !== was) return is! > was!
  }
  return false
}

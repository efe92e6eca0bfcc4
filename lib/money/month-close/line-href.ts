import { settlementsPath } from '../reconciliation/filters'
import { rowsHref } from '../profit/rows-href'
import { readResultFilters } from '../profit/filters'
import type { OpeningLine, ResultLine, ResultSum } from '../profit/result-lines'
import { movementsHref } from '../payouts/wallet-filters'
import { daysOf, type Month } from './calendar'
import { coverageLines, isPart, moneyLines, type FigureLine } from './figures'

/** A legal entity, and its shop of the marketplace where it has one alone. */
export type BookedEntity = { id: string; shop: string | null }

const has = (lines: readonly string[], line: string) => lines.includes(line)

/** The rows behind a figure of a month as they are now; null where no list shows just those. */
export function lineHref(line: FigureLine, month: Month, { id: entity, shop }: BookedEntity): string | null {
  const range = daysOf(month)
  // The wallet knows shops, and no legal entities.
  if (line === 'payoutCash') return shop && movementsHref({ ...range, shop, kind: 'received' })
  if (has(moneyLines, line)) return `${settlementsPath}?${new URLSearchParams({ ...range, entity, ...shown(line) })}`
  // A list knows neither an order's single kinds of fees nor what of it is known.
  if (isPart(line) || has(coverageLines, line)) return null
  const filters = readResultFilters({ ...range, period: 'custom', entity }, range.to)
  return rowsHref(line as OpeningLine | ResultLine | ResultSum, range, filters)
}

function shown(line: FigureLine): Record<string, string> {
  if (line === 'unexplained') return { cause: 'unexplained', show: 'all' }
  return { show: line === 'difference' ? 'differing' : 'all' }
}

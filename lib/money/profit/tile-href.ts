import { moneyFilesPath } from '@/lib/core/paths'
import type { DayRange } from '@/lib/core/dates'
import type { ResultFilters } from './filters'
import { resultHref, rowsHref } from './rows-href'
import type { TileFigure } from './tile-figures'

type Where = Pick<ResultFilters, 'shop' | 'channel' | 'entity'>

/** An unknown value leads to its source; any other to the rows that add up to it. */
export function figureHref({ key, value }: TileFigure, range: DayRange, where: Where): string {
  if (key === 'ads' && value === null) return moneyFilesPath
  if (key === 'cost' && value === null) return '/dashboard/products?cost=missing'
  // The list of orders does not sum costs, and fees of their kinds alone: what a payout took without a name stands with them on the panel.
  if (key === 'rest' || key === 'fees' || key === 'cost') return resultHref(range, where)
  const line = key === 'sales' || key === 'units' ? 'revenue' : key
  return rowsHref(line, range, where) ?? resultHref(range, where)
}

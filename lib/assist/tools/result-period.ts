import 'server-only'
import type { DayRange } from '@/lib/core/dates'
import { resultPath } from '@/lib/core/paths'
import { linesWithParts } from '@/lib/money/profit/line-parts'
import { rowsHref } from '@/lib/money/profit/rows-href'
import type { OpeningLine, ResultLine, ResultSum } from '@/lib/money/profit/result-lines'
import { getResultFor, type ResultView } from '@/lib/money/profit/views'
import type { ToolViewer } from './contract'
import { addressOf } from './figure'

/** The company's result over these days, and the addresses of what its lines are made of. */
export async function readResult(viewer: ToolViewer, range: DayRange, shop: string | null) {
  const query = { period: 'custom', ...range, ...(shop && { shop }) }
  const view: ResultView = await getResultFor(viewer, query)
  const hrefOf = (days: DayRange) => addressOf(resultPath, { period: 'custom', from: days.from, to: days.to, shop })
  /** Where no list shows the amounts of a line, the statement itself, whose lines and parts make it up. */
  const lineHref = (line: OpeningLine | ResultLine | ResultSum, days: DayRange = range) =>
    (linesWithParts.some((one) => one === line) ? null : rowsHref(line, days, view.filters)) ?? hrefOf(days)
  return { view, href: hrefOf(range), lineHref }
}

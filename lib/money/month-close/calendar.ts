import { addMonths, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'

/** The first day of a month. */
export type Month = Day
/** `next`: the one that can be closed now; `open`: after it; `running`: not over; `before`: before the first that was closed. */
export type MonthState = 'closed' | 'next' | 'open' | 'running' | 'before'

export const isMonth = (value: unknown): value is Month =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-01$/.test(value)

export const daysOf = (month: Month): DayRange => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: month, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

export type Calendar = { months: { month: Month; state: MonthState }[]; next: Month | null; lastClosed: Month | null }

/**
 * The months of a legal entity, the newest first: from the first in which it sold to the running one. They are closed one after
 * the other from the first on; where sales of earlier months come in later, those stay open.
 */
export function calendarOf(firstSale: Day | null, closed: readonly Month[], today: Day): Calendar {
  const running = startOfMonth(today)
  const [firstClosed, lastClosed] = [closed.toSorted()[0] ?? null, closed.toSorted().at(-1) ?? null]
  const begins = [firstSale && startOfMonth(firstSale), firstClosed].filter((month) => month !== null).toSorted()[0]
  if (!begins) return { months: [], next: null, lastClosed }
  const after = lastClosed ? addMonths(lastClosed, 1) : begins
  const next = after < running ? after : null
  const months: Calendar['months'] = []
  for (let month = running; month >= begins; month = addMonths(month, -1)) {
    const state = stateOf(month, { running, next, firstClosed, isClosed: closed.includes(month) })
    months.push({ month, state })
  }
  return { months, next, lastClosed }
}

type Known = { running: Month; next: Month | null; firstClosed: Month | null; isClosed: boolean }

function stateOf(month: Month, { running, next, firstClosed, isClosed }: Known): MonthState {
  if (isClosed) return 'closed'
  if (month >= running) return 'running'
  if (month === next) return 'next'
  return firstClosed !== null && month < firstClosed ? 'before' : 'open'
}

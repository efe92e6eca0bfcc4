import { addDays, addMonths, isDay, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import { companyExpensesPath, expensesHref, type ExpenseFilters } from './filters'

/** From its first day to its last. */
export type CalendarMonth = DayRange

/** The month that an address names as '2026-11'; this one where it names none. */
export function readMonth(text: string | null, today: Day): CalendarMonth {
  const first = `${text ?? ''}-01`
  const from = isDay(first) ? first : startOfMonth(today)
  return { from, to: addDays(addMonths(from, 1), -1) }
}

/** The calendar of a month, with what the list is filtered by. */
export function calendarHref(filters: ExpenseFilters, month: Day): string {
  const kept = {
    ...filters,
    path: companyExpensesPath,
    period: null,
    from: null,
    to: null,
    by: 'due',
    sort: null,
  } as const
  const list = expensesHref(kept)
  return `${list}${list.includes('?') ? '&' : '?'}mode=calendar&month=${month.slice(0, 7)}`
}

/** The list of one day's due expenses. */
export const dayHref = (filters: ExpenseFilters, day: Day) =>
  expensesHref(filters, { path: companyExpensesPath, by: 'due', period: null, from: day, to: day })

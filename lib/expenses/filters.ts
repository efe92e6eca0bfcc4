import { addDays, addMonths, formatDay, isDay, startOfMonth, type Day } from '@/lib/dates'
import { firstOf } from '@/lib/keyset'
import type { Language } from '@/lib/language'
import { expenseKinds, type ExpenseKind } from './schema'

export const expenseViews = ['pending', 'overdue', 'paid'] as const
export type ExpenseView = (typeof expenseViews)[number]
/** By due day; unlike sales, what is due may lie ahead. */
export const duePeriods = ['month', 'last-month', 'next-month', '7d', '30d'] as const
export type DuePeriod = (typeof duePeriods)[number]

export type ExpenseFilters = {
  q: string
  view: ExpenseView | null
  kind: ExpenseKind | null
  period: DuePeriod | null
  from: Day | null
  to: Day | null
  after: string | null
  before: string | null
}
export type Query = Record<string, string | string[] | undefined>

const maxSearchChars = 200
export const expensesPath = '/dashboard/expenses'

function rangeOf(period: DuePeriod, today: Day): { from: Day; to: Day } {
  const monthAt = (months: number) => {
    const from = addMonths(startOfMonth(today), months)
    return { from, to: addDays(addMonths(from, 1), -1) }
  }
  switch (period) {
    case 'last-month':
      return monthAt(-1)
    case 'month':
      return monthAt(0)
    case 'next-month':
      return monthAt(1)
    case '7d':
      return { from: today, to: addDays(today, 7) }
    case '30d':
      return { from: today, to: addDays(today, 30) }
  }
}

/** The query string made sound. Days of one's own count where no named period stands; in the wrong order they are swapped. */
export function readExpenseFilters(query: Query, today: Day): ExpenseFilters {
  const period = duePeriods.find((known) => known === firstOf(query.period)) ?? null
  const asDay = (value: unknown) => (isDay(value) ? value : null)
  let { from, to } = period
    ? rangeOf(period, today)
    : { from: asDay(firstOf(query.from)), to: asDay(firstOf(query.to)) }
  if (from && to && from > to) [from, to] = [to, from]
  return {
    q: (firstOf(query.q) ?? '').replaceAll('\0', '').trim().slice(0, maxSearchChars),
    view: expenseViews.find((known) => known === firstOf(query.status)) ?? null,
    kind: expenseKinds.find((known) => known === firstOf(query.kind)) ?? null,
    period,
    from,
    to,
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

/** The list with these changes; another filter starts at the first page. */
export function expensesHref(filters: ExpenseFilters, changes: Partial<ExpenseFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.view) params.set('status', next.view)
  if (next.kind) params.set('kind', next.kind)
  if (next.period) params.set('period', next.period)
  else if (next.from) params.set('from', next.from)
  if (!next.period && next.to) params.set('to', next.to)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${expensesPath}?${query}` : expensesPath
}

/** The same page with a drawer open beside it. */
export function openHref(filters: ExpenseFilters, what: { new: string } | { edit: string }): string {
  const page = expensesHref(filters, { after: filters.after, before: filters.before })
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(what).toString()}`
}

export const isFiltered = ({ q, kind, from, to }: ExpenseFilters) =>
  q !== '' || kind !== null || from !== null || to !== null

/** '01/11/2026 – 30/11/2026', or with one side open. */
export function dueText({ from, to }: Pick<ExpenseFilters, 'from' | 'to'>, language: Language): string | null {
  if (!from && !to) return null
  if (from && from === to) return formatDay(from, language)
  return `${from ? formatDay(from, language) : '…'} – ${to ? formatDay(to, language) : '…'}`
}

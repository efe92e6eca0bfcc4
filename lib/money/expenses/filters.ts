import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { addDays, addMonths, formatDay, isDay, startOfMonth, type Day } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { maxMoneyCents } from '@/lib/core/money'
import { expenseKinds, placeTypes, type PlaceType, type ExpenseKind } from './schema'

export const expenseViews = ['pending', 'overdue', 'paid'] as const
export type ExpenseView = (typeof expenseViews)[number]
/** By due day; unlike sales, what is due may lie ahead. */
export const duePeriods = ['month', 'last-month', 'next-month', '7d', '30d'] as const
export type DuePeriod = (typeof duePeriods)[number]

/** Which day the period is read of. */
export const periodDays = ['due', 'paid'] as const
export type PeriodDay = (typeof periodDays)[number]
export const expenseSorts = ['due', '-due', 'amount', '-amount', 'paid', '-paid'] as const
export type ExpenseSort = (typeof expenseSorts)[number]

/** The quick list, and the company's full view: the same expenses and the same filters. */
export const expensesPath = '/dashboard/expenses'
export const companyExpensesPath = '/dashboard/minha-empresa/despesas'
export type ExpensesPath = typeof expensesPath | typeof companyExpensesPath

export type ExpenseFilters = {
  path: ExpensesPath
  q: string
  view: ExpenseView | null
  kind: ExpenseKind | null
  by: PeriodDay
  period: DuePeriod | null
  from: Day | null
  to: Day | null
  category: string | null
  place: PlaceFilter | null
  minCents: bigint | null
  maxCents: bigint | null
  /** Goods bought for stock: these alone, or all else, as the result counts. */
  stock: 'only' | 'without' | null
  /** Null: by due day, what is open the oldest first, what was paid the newest first, all of them the open ones first. */
  sort: ExpenseSort | null
  after: string | null
  before: string | null
}

/** `company` is what belongs to no shop, channel or entity; an entity's are also those of its shops and channels. */
export type PlaceFilter = { type: PlaceType; id: string } | { type: 'company' }

export const writePlaceFilter = (place: PlaceFilter) =>
  place.type === 'company' ? place.type : `${place.type}:${place.id}`

function readPlaceFilter(text: string | null): PlaceFilter | null {
  if (text === 'company') return { type: 'company' }
  const [kind, given] = (text ?? '').split(':')
  const [type, id] = [placeTypes.find((known) => known === kind), asId(given)]
  return type && id ? { type, id } : null
}

const maxSearchChars = 200
const maxCategoryChars = 60

function readCents(text: string | null): bigint | null {
  const cents = /^\d{1,12}$/.test(text ?? '') ? BigInt(text!) : null
  return cents !== null && cents <= maxMoneyCents ? cents : null
}

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
export function readExpenseFilters(query: Query, today: Day, path: ExpensesPath = expensesPath): ExpenseFilters {
  const period = duePeriods.find((known) => known === firstOf(query.period)) ?? null
  const asDay = (value: unknown) => (isDay(value) ? value : null)
  const text = (name: string, longest: number) =>
    (firstOf(query[name]) ?? '').replaceAll('\0', '').trim().slice(0, longest)
  let { from, to } = period
    ? rangeOf(period, today)
    : { from: asDay(firstOf(query.from)), to: asDay(firstOf(query.to)) }
  if (from && to && from > to) [from, to] = [to, from]
  let [minCents, maxCents] = [readCents(firstOf(query.min)), readCents(firstOf(query.max))]
  if (minCents !== null && maxCents !== null && minCents > maxCents) [minCents, maxCents] = [maxCents, minCents]
  const stock = firstOf(query.stock)
  return {
    path,
    q: text('q', maxSearchChars),
    view: expenseViews.find((known) => known === firstOf(query.status)) ?? null,
    kind: expenseKinds.find((known) => known === firstOf(query.kind)) ?? null,
    by: firstOf(query.by) === 'paid' ? 'paid' : 'due',
    period,
    from,
    to,
    category: text('category', maxCategoryChars) || null,
    place: readPlaceFilter(firstOf(query.place)),
    minCents,
    maxCents,
    stock: stock === 'only' || stock === 'without' ? stock : null,
    sort: expenseSorts.find((known) => known === firstOf(query.sort)) ?? null,
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

/** The list with these changes; another filter starts at the first page. */
export function expensesHref(filters: ExpenseFilters, changes: Partial<ExpenseFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const { q, view, kind, by, period, from, to, category, place, minCents, maxCents, stock, sort, after, before } = next
  const said: Record<string, string | null> = {
    q,
    status: view,
    kind,
    by: by === 'paid' ? by : null,
    period,
    from: period ? null : from,
    to: period ? null : to,
    category,
    place: place && writePlaceFilter(place),
    min: minCents?.toString() ?? null,
    max: maxCents?.toString() ?? null,
    stock,
    sort,
    after,
    before,
  }
  const params = new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : [])),
  )
  const query = params.toString()
  return query ? `${next.path}?${query}` : next.path
}

export const noFilters = {
  q: '',
  kind: null,
  by: 'due',
  period: null,
  from: null,
  to: null,
  category: null,
  place: null,
  minCents: null,
  maxCents: null,
  stock: null,
} as const satisfies Partial<ExpenseFilters>

/** The same page with a drawer open beside it. */
export function openHref(
  filters: ExpenseFilters,
  what: { new: string } | { edit: string } | { categories: string },
): string {
  const page = expensesHref(filters, { after: filters.after, before: filters.before })
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(what).toString()}`
}

export const isFiltered = (filters: ExpenseFilters) =>
  Object.entries(noFilters).some(([name, none]) => name !== 'by' && filters[name as keyof ExpenseFilters] !== none)

/** '01/11/2026 – 30/11/2026', or with one side open. */
export function dueText({ from, to }: Pick<ExpenseFilters, 'from' | 'to'>, language: Language): string | null {
  if (!from && !to) return null
  if (from && from === to) return formatDay(from, language)
  return `${from ? formatDay(from, language) : '…'} – ${to ? formatDay(to, language) : '…'}`
}

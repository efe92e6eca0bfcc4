import { searchText, firstOf, type Query } from '@/lib/core/keyset'

export const valuePath = '/dashboard/minha-empresa/produtos/valor'
export const valuePeriods = [30, 60, 90, 180, 365] as const
export type ValuePeriod = (typeof valuePeriods)[number]
export const valueSorts = ['value', 'units', 'sold', 'turnover', 'cover', 'title'] as const
export type ValueSort = (typeof valueSorts)[number]
export const valuePlaces = ['own', 'transit', 'damaged', 'full'] as const
export type ValuePlace = (typeof valuePlaces)[number]
/** `dead`: there before the period began, and nothing of it sold since. */
export const valueShows = ['dead', 'withoutCost'] as const
export type ValueShow = (typeof valueShows)[number]

const defaultDays: ValuePeriod = 90

export type ValueFilters = {
  q: string
  days: ValuePeriod
  place: ValuePlace
  show: ValueShow | null
  sort: ValueSort
  direction: 'asc' | 'desc'
  after: string | null
  before: string | null
}

/** The first direction of a column: descending, for names ascending. */
export const firstDirection = (sort: ValueSort) => (sort === 'title' ? 'asc' : 'desc')

export function readValueFilters(query: Query): ValueFilters {
  const sort = valueSorts.find((known) => known === firstOf(query.sort)) ?? 'value'
  const direction = (['asc', 'desc'] as const).find((known) => known === firstOf(query.direction))
  return {
    q: searchText(query),
    days: valuePeriods.find((known) => String(known) === firstOf(query.days)) ?? defaultDays,
    place: valuePlaces.find((known) => known === firstOf(query.place)) ?? 'own',
    show: valueShows.find((known) => known === firstOf(query.show)) ?? null,
    sort,
    direction: direction ?? firstDirection(sort),
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

export function valueHref(filters: ValueFilters, changes: Partial<ValueFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.days !== defaultDays) params.set('days', String(next.days))
  if (next.place !== 'own') params.set('place', next.place)
  if (next.show) params.set('show', next.show)
  if (next.sort !== 'value') params.set('sort', next.sort)
  if (next.direction !== firstDirection(next.sort)) params.set('direction', next.direction)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${valuePath}?${query}` : valuePath
}

export const isValueFiltered = ({ q, show }: ValueFilters) => q !== '' || show !== null

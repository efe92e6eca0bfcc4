import type { CaseState, DiscrepancyCause } from '@/lib/generated/prisma/enums'
import { isDay, startOfMonth, type Day } from '@/lib/core/dates'
import { searchText, asId, firstOf, readPlace, type Query } from '@/lib/core/keyset'
import { casesPath } from './tabs'
import { causes } from './schema'

/** Saved views of the queue: what is still to be filed, what waits for an answer or the money, what is over. */
export const caseTabs = ['todo', 'waiting', 'closed'] as const
export type CaseTab = (typeof caseTabs)[number]
export const tabStates: Record<CaseTab, readonly CaseState[]> = {
  todo: ['detected'],
  waiting: ['filed', 'in_review', 'approved'],
  closed: ['paid', 'denied', 'expired', 'written_off'],
}

export type CaseFilters = {
  tab: CaseTab
  q: string
  state: CaseState | null
  cause: DiscrepancyCause | null
  shop: string | null
  owner: string | null
  /** Only those that were opened in this month, its first day. */
  month: Day | null
  /** Only those whose last day is near. */
  soon: boolean
  after: string | null
  before: string | null
}

const maxSearchChars = 80
const asMonth = (text: string | null) => (isDay(text) && text === startOfMonth(text) ? text : null)
const asPlace = (text: string | null) => (readPlace(text) ? text : null)

export function readCaseFilters(query: Query): CaseFilters {
  const tab = caseTabs.find((one) => one === firstOf(query.tab)) ?? 'todo'
  return {
    tab,
    q: searchText(query, maxSearchChars),
    state: tabStates[tab].find((one) => one === firstOf(query.state)) ?? null,
    cause: causes.find((one) => one === firstOf(query.cause)) ?? null,
    shop: asId(firstOf(query.shop)),
    owner: asId(firstOf(query.owner)),
    month: asMonth(firstOf(query.month)),
    soon: firstOf(query.soon) === '1',
    after: asPlace(firstOf(query.after)),
    before: asPlace(firstOf(query.before)),
  }
}

/** Another filter starts at the first page. */
export function casesHref(filters: CaseFilters, changes: Partial<CaseFilters> = {}): string {
  const other = changes.tab && changes.tab !== filters.tab ? { state: null, soon: false } : {}
  const { tab, soon, ...rest } = { ...filters, ...other, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (tab !== 'todo') params.set('tab', tab)
  if (soon) params.set('soon', '1')
  for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
  const query = params.toString()
  return query ? `${casesPath}?${query}` : casesPath
}

export const isFiltered = ({ q, state, cause, shop, owner, month, soon }: CaseFilters) =>
  q !== '' || soon || [state, cause, shop, owner, month].some((value) => value !== null)

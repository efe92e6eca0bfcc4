import { searchText, asId, firstOf, readPlace, type Query } from '@/lib/core/keyset'
import { returnKinds, returnsPath, returnTabs, type ReturnTab } from './schema'

export type ReturnFilters = {
  q: string
  tab: ReturnTab
  kind: (typeof returnKinds)[number] | null
  shop: string | null
  after: string | null
  before: string | null
}

const maxSearchChars = 60
const asPlace = (text: string | null) => (readPlace(text) ? text : null)

export const readReturnFilters = (query: Query): ReturnFilters => ({
  q: searchText(query, maxSearchChars),
  tab: returnTabs.find((one) => one === firstOf(query.tab)) ?? 'todo',
  kind: returnKinds.find((one) => one === firstOf(query.kind)) ?? null,
  shop: asId(firstOf(query.shop)),
  after: asPlace(firstOf(query.after)),
  before: asPlace(firstOf(query.before)),
})

/** Another filter starts at the first page. */
export function returnsHref(filters: ReturnFilters, changes: Partial<ReturnFilters> = {}): string {
  const { tab, ...rest } = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (tab !== 'todo') params.set('tab', tab)
  for (const [name, value] of Object.entries(rest)) if (value) params.set(name, value)
  const query = params.toString()
  return query ? `${returnsPath}?${query}` : returnsPath
}

import { searchText, asId, firstOf, type Query } from '@/lib/core/keyset'
import { mappingPath } from '@/lib/core/paths'

export const mappingTabs = ['unmapped', 'mapped', 'all'] as const
export type MappingTab = (typeof mappingTabs)[number]
export const listingStates = ['listed', 'unlisted', 'blocked', 'gone'] as const
export type ListingState = (typeof listingStates)[number]

export type MappingFilters = {
  tab: MappingTab
  q: string
  shopId: string | null
  state: ListingState | null
  after: string | null
  before: string | null
}

export const readMappingFilters = (query: Query): MappingFilters => ({
  tab: mappingTabs.find((known) => known === firstOf(query.tab)) ?? 'unmapped',
  q: searchText(query),
  shopId: asId(firstOf(query.shop)),
  state: listingStates.find((known) => known === firstOf(query.state)) ?? null,
  after: firstOf(query.after),
  before: firstOf(query.before),
})

/** The list with these changes; another filter starts at the first page. */
export function mappingHref(filters: MappingFilters, changes: Partial<MappingFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.tab !== 'unmapped') params.set('tab', next.tab)
  if (next.q) params.set('q', next.q)
  if (next.shopId) params.set('shop', next.shopId)
  if (next.state) params.set('state', next.state)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${mappingPath}?${query}` : mappingPath
}

export const isFiltered = ({ q, shopId, state }: MappingFilters) => q !== '' || shopId !== null || state !== null

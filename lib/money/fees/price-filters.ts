import { searchText, asId, firstOf, type Query } from '@/lib/core/keyset'

export const pricesPath = '/dashboard/shopee/precos'
export type PriceFilters = { q: string; shop: string | null; after: string | null; before: string | null }

export const readPriceFilters = (query: Query): PriceFilters => ({
  q: searchText(query),
  shop: asId(firstOf(query.shop)),
  after: firstOf(query.after),
  before: firstOf(query.before),
})

export function pricesHref(filters: PriceFilters, changes: Partial<PriceFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.shop) params.set('shop', next.shop)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${pricesPath}?${query}` : pricesPath
}

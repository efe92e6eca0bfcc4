import { searchText, asId, firstOf, isInstant, readPlace, type Query } from '@/lib/core/keyset'

export const productSorts = ['title', 'sku', 'stock', 'onHand', 'reserved', 'price', 'updated'] as const
export type ProductSort = (typeof productSorts)[number]
/** Those in which something is short. */
export const shortStates = ['low', 'out', 'oversold'] as const
export const stockStates = ['in', ...shortStates] as const
export type StockState = (typeof stockStates)[number]

export type ProductFilters = {
  q: string
  archived: boolean
  stock: StockState | null
  withoutCost: boolean
  /** With units in another place than the own stock. */
  elsewhere: boolean
  /** Variations of one article. */
  family: string | null
  sort: ProductSort
  direction: 'asc' | 'desc'
  after: string | null
  before: string | null
}

export const productsPath = '/dashboard/products'
/** Where products without a cost get theirs. */
export const costsPath = `${productsPath}/costs`

/** The query string made sound. Cost is asked for only by who may read it. */
export function readProductFilters(query: Query, seesMoney: boolean): ProductFilters {
  const sort = productSorts.find((known) => known === firstOf(query.sort)) ?? 'title'
  const asPlace = (text: string | null) => (sort !== 'updated' || isInstant(readPlace(text)?.value ?? '') ? text : null)
  return {
    q: searchText(query),
    archived: firstOf(query.status) === 'archived',
    stock: stockStates.find((known) => known === firstOf(query.stock)) ?? null,
    withoutCost: seesMoney && firstOf(query.cost) === 'missing',
    elsewhere: firstOf(query.place) === 'elsewhere',
    family: asId(firstOf(query.family)),
    sort,
    direction: firstOf(query.direction) === 'desc' ? 'desc' : 'asc',
    after: asPlace(firstOf(query.after)),
    before: asPlace(firstOf(query.before)),
  }
}

/** The variations of one article. */
export const familyHref = (familyId: string): string => `${productsPath}?family=${familyId}`

/** The list with these changes, in the catalogue or the warehouse; another filter or order starts at the first page. */
export function productsHref(
  filters: ProductFilters,
  changes: Partial<ProductFilters> = {},
  path: string = productsPath,
): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.archived) params.set('status', 'archived')
  if (next.stock) params.set('stock', next.stock)
  if (next.withoutCost) params.set('cost', 'missing')
  if (next.elsewhere) params.set('place', 'elsewhere')
  if (next.family) params.set('family', next.family)
  if (next.sort !== 'title') params.set('sort', next.sort)
  if (next.direction !== 'asc') params.set('direction', next.direction)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

export const isFiltered = ({ q, stock, withoutCost, elsewhere, family }: ProductFilters) =>
  q !== '' || stock !== null || withoutCost || elsewhere || family !== null

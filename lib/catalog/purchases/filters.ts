import { searchText, asId, firstOf, type Query } from '@/lib/core/keyset'

const base = '/dashboard/minha-empresa/produtos'
export const suppliersPath = `${base}/fornecedores`
export const suggestionPath = `${base}/sugestao`
export const purchasesPath = `${base}/compras`
export const invoicePath = (id: string) => `${purchasesPath}/notas/${id}`

type Places = { after: string | null; before: string | null }

const textOf = (query: Query) => searchText(query)
const placesOf = (query: Query): Places => ({ after: firstOf(query.after), before: firstOf(query.before) })

/** The list with these parameters; what is empty stays out of the address. */
function hrefOf(path: string, params: Record<string, string | null>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}
const fromStart: Places = { after: null, before: null }

export type SupplierFilters = Places & { q: string; archived: boolean }
export const readSupplierFilters = (query: Query): SupplierFilters => ({
  q: textOf(query),
  archived: firstOf(query.status) === 'archived',
  ...placesOf(query),
})
export function suppliersHref(
  filters: SupplierFilters,
  changes: Partial<SupplierFilters> = {},
  open: Query = {},
): string {
  const { q, archived, after, before } = { ...filters, ...fromStart, ...changes }
  const opened = { new: firstOf(open.new), edit: firstOf(open.edit) }
  return hrefOf(suppliersPath, { q, status: archived ? 'archived' : null, after, before, ...opened })
}

export const purchaseViews = ['draft', 'open', 'received', 'cancelled'] as const
export type PurchaseView = (typeof purchaseViews)[number]
export type PurchaseFilters = Places & {
  q: string
  view: PurchaseView | null
  supplier: string | null
  /** Purchases that have this product. */
  product: string | null
}
export const readPurchaseFilters = (query: Query): PurchaseFilters => ({
  q: textOf(query),
  view: purchaseViews.find((known) => known === firstOf(query.status)) ?? null,
  supplier: asId(firstOf(query.supplier)),
  product: asId(firstOf(query.product)),
  ...placesOf(query),
})
export function purchasesHref(filters: PurchaseFilters, changes: Partial<PurchaseFilters> = {}): string {
  const { q, view, supplier, product, after, before } = { ...filters, ...fromStart, ...changes }
  return hrefOf(purchasesPath, { q, status: view, supplier, product, after, before })
}

export const salesDaysOffered = [7, 15, 30, 60, 90] as const
export type SuggestionFilters = Places & {
  q: string
  /** Null: as the company has set them. */
  days: number | null
  cover: number | null
  supplier: string | null
  /** Also products that need nothing. */
  all: boolean
}
const numberIn = (value: string | null, most: number): number | null =>
  value !== null && /^\d{1,3}$/.test(value) && Number(value) <= most ? Number(value) : null
export const readSuggestionFilters = (query: Query): SuggestionFilters => ({
  q: textOf(query),
  days: numberIn(firstOf(query.days), 365) || null,
  cover: numberIn(firstOf(query.cover), 365),
  supplier: asId(firstOf(query.supplier)),
  all: firstOf(query.show) === 'all',
  ...placesOf(query),
})
export function suggestionHref(filters: SuggestionFilters, changes: Partial<SuggestionFilters> = {}): string {
  const { q, days, cover, supplier, all, after, before } = { ...filters, ...fromStart, ...changes }
  const shown = { days: days?.toString() ?? null, cover: cover?.toString() ?? null, show: all ? 'all' : null }
  return hrefOf(suggestionPath, { q, ...shown, supplier, after, before })
}

import { asId, firstOf, readPlace, type Query } from '@/lib/core/keyset'
import { centralPath, dispatchStages, type DispatchStage } from './schema'

export const deadlines = ['late', 'today', 'tomorrow', 'later'] as const
export type Deadline = (typeof deadlines)[number]
/**
 * `open`: the way of the parcel is not chosen yet. `failed`: the pickup failed and has to be requested again. `late`:
 * the carrier comes after the day by which it has to leave.
 */
export const methodFilters = ['open', 'pickup', 'dropoff', 'direct', 'failed', 'late'] as const
export type MethodFilter = (typeof methodFilters)[number]
/** One unit; several units of one SKU; several SKUs. */
export const orderKinds = ['single', 'oneSku', 'mixed'] as const
export type OrderKind = (typeof orderKinds)[number]

export type DispatchFilters = {
  q: string
  stage: DispatchStage | null
  due: Deadline | null
  shop: string | null
  method: MethodFilter | null
  kind: OrderKind | null
  /** Only orders that contain this product. */
  product: string | null
  carrier: string | null
  /** The orders of one run. */
  run: string | null
  after: string | null
  before: string | null
}

const maxSearchChars = 60
const maxCarrierChars = 200
const oneOf = <T extends string>(known: readonly T[], value: string | string[] | undefined): T | null =>
  known.find((one) => one === firstOf(value)) ?? null
const asPlace = (text: string | null) => (readPlace(text) ? text : null)

const asText = (text: string | null | undefined, max: number) =>
  (text ?? '').replaceAll('\0', '').trim().slice(0, max) || null

export const readDispatchFilters = (query: Query): DispatchFilters => ({
  q: asText(firstOf(query.q), maxSearchChars) ?? '',
  stage: oneOf(dispatchStages, query.stage),
  due: oneOf(deadlines, query.due),
  shop: asId(firstOf(query.shop)),
  method: oneOf(methodFilters, query.method),
  kind: oneOf(orderKinds, query.kind),
  product: asId(firstOf(query.product)),
  carrier: asText(firstOf(query.carrier), maxCarrierChars),
  run: asId(firstOf(query.run)),
  after: asPlace(firstOf(query.after)),
  before: asPlace(firstOf(query.before)),
})

/** The filter as an address carries it; another filter starts at the first page. */
export function dispatchQuery(filters: DispatchFilters, changes: Partial<DispatchFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(next)) if (value) params.set(name, value)
  return params.toString()
}

export function dispatchHref(filters: DispatchFilters, changes: Partial<DispatchFilters> = {}): string {
  const query = dispatchQuery(filters, changes)
  return query ? `${centralPath}?${query}` : centralPath
}

export const isFiltered = ({ q, due, shop, method, kind, product, carrier, run }: DispatchFilters): boolean =>
  q !== '' || [due, shop, method, kind, product, carrier, run].some((value) => value !== null)

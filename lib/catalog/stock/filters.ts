import { isDay, periods, resolvePeriod, type Day } from '@/lib/core/dates'
import { asId, firstOf, isInstant, readPlace, type Query } from '@/lib/core/keyset'

export const movementKinds = [
  'opening',
  'purchase',
  'count',
  'adjustment',
  'transfer',
  'return',
  'write_off',
  'import',
  'reserve',
  'release',
  'ship',
] as const
export type MovementKind = (typeof movementKinds)[number]
/** Kinds that only orders write, and most of the ledger. */
export const orderKinds: readonly MovementKind[] = ['reserve', 'release', 'ship']

/** The sources of movements; `product` is a product's opening stock, made with it. */
export const movementSources = [
  'order',
  'return',
  'order_receipt',
  'count',
  'adjustment',
  'transfer',
  'purchase_receipt',
  'purchase_reversal',
  'sheet',
  'product',
] as const
export type MovementSource = (typeof movementSources)[number]

/** The places there is one of in a company; a Full place goes by its id. */
export const singlePlaces = ['own', 'transit', 'damaged'] as const

export type MovementFilters = {
  product: string | null
  /** One of the single places, or a location's id. */
  location: string | null
  kind: MovementKind | null
  source: MovementSource | null
  /** Only this one order, count, purchase, … of that source. */
  sourceId: string | null
  person: string | null
  from: Day | null
  to: Day | null
  after: string | null
  before: string | null
}

export const movementsPath = '/dashboard/minha-empresa/produtos/movimentos'

const asPlace = (value: string | null) =>
  singlePlaces.find((known) => known === value) ?? (value === null ? null : asId(value))
const rangeOf = ({ from, to }: { from: Day; to: Day }): [Day, Day] => [from, to]
const asDay = (value: string | null) => (isDay(value) ? value : null)
/** A movement's place in the ledger: its time and its number, behind the id of its product. */
export const readMovementPlace = (text: string | null): { at: string; id: string } | null => {
  const [, at = '', id = ''] = /^([^|]+)\|(\d{1,18})$/.exec(readPlace(text)?.value ?? '') ?? []
  return isInstant(at) ? { at, id } : null
}

/** `today` is what a period by its name is counted from; the days it means stand in the addresses made of them. */
export function readMovementFilters(query: Query, today: Day | null = null): MovementFilters {
  const source = movementSources.find((known) => known === firstOf(query.source)) ?? null
  const named = today !== null && periods.some((period) => period === firstOf(query.period))
  const [from, to] = named
    ? rangeOf(resolvePeriod(query, today))
    : [asDay(firstOf(query.from)), asDay(firstOf(query.to))]
  const swapped = from !== null && to !== null && from > to
  return {
    product: asId(firstOf(query.product)),
    location: asPlace(firstOf(query.location)),
    kind: movementKinds.find((known) => known === firstOf(query.kind)) ?? null,
    source,
    sourceId: source && asId(firstOf(query.id)),
    person: asId(firstOf(query.person)),
    from: swapped ? to : from,
    to: swapped ? from : to,
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

export const noMovementFilters: MovementFilters = readMovementFilters({})

/** The ledger with these changes; another filter starts at its newest row. */
export function movementsHref(filters: MovementFilters, changes: Partial<MovementFilters> = {}): string {
  const { sourceId, ...next } = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(next)) if (value) params.set(name, value)
  if (next.source && sourceId) params.set('id', sourceId)
  const query = params.toString()
  return query ? `${movementsPath}?${query}` : movementsPath
}

export const isMovementFiltered = (filters: MovementFilters) =>
  movementsHref({ ...filters, after: null, before: null }) !== movementsPath

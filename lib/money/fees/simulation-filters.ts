import { isDay, type Day } from '@/lib/core/dates'
import { readBands, writeBands } from '@/lib/money/fees/draft-bands'
import type { FeeBand } from '@/lib/money/fees/schema'
import { searchText, asId, firstOf, type Query } from '@/lib/core/keyset'

export const simulatorPath = '/dashboard/shopee/simulador'
/** `negative`: earned and would lose; `losing`: loses afterwards; `unknown`: without cost or tax. */
export const simulationShows = ['negative', 'losing', 'unknown'] as const
export type SimulationShow = (typeof simulationShows)[number]

export type SimulationFilters = {
  /** The rule that would hold; without bands of its own as it is. */
  rule: string | null
  bands: FeeBand[] | null
  day: Day | null
  show: SimulationShow | null
  shop: string | null
  q: string
  after: string | null
  before: string | null
}

export function readSimulationFilters(query: Query): SimulationFilters {
  const day = firstOf(query.day)
  return {
    rule: asId(firstOf(query.rule)),
    bands: readBands(firstOf(query.bands)),
    day: isDay(day) ? day : null,
    show: simulationShows.find((show) => show === firstOf(query.show)) ?? null,
    shop: asId(firstOf(query.shop)),
    q: searchText(query),
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

export function simulatorHref(filters: SimulationFilters, changes: Partial<SimulationFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.rule) params.set('rule', next.rule)
  if (next.bands) params.set('bands', writeBands(next.bands))
  if (next.day) params.set('day', next.day)
  if (next.show) params.set('show', next.show)
  if (next.shop) params.set('shop', next.shop)
  if (next.q) params.set('q', next.q)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${simulatorPath}?${query}` : simulatorPath
}

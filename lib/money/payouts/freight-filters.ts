import { resolvePeriod, type Day, type ResolvedPeriod } from '@/lib/core/dates'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { moneyTabs } from './tabs'

export const freightCauses = ['freight', 'reverse_freight'] as const
export type FreightCause = (typeof freightCauses)[number]

const usual = '30d'
const maxChars = 200

export type FreightFilters = {
  days: ResolvedPeriod
  shop: string | null
  cause: FreightCause | null
  /** A carrier's name, or `none` where the carrier is unknown. */
  carrier: string | null
  /** The shipped item: a title as it was sold, or `mixed`. */
  item: string | null
  after: string | null
  before: string | null
}

export function readFreightFilters(query: Query, today: Day): FreightFilters {
  const text = (name: string) => (firstOf(query[name]) ?? '').replaceAll('\0', '').trim().slice(0, maxChars) || null
  const period = { period: firstOf(query.period), from: firstOf(query.from), to: firstOf(query.to) }
  return {
    days: resolvePeriod(period, today, usual),
    shop: asId(firstOf(query.shop)),
    cause: freightCauses.find((known) => known === firstOf(query.cause)) ?? null,
    carrier: text('carrier'),
    item: text('item'),
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

export function freightHref(filters: FreightFilters, changes: Partial<FreightFilters> = {}): string {
  const { days, ...next } = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (days.period !== usual) params.set('period', days.period)
  if (days.period === 'custom') {
    params.set('from', days.from)
    params.set('to', days.to)
  }
  for (const [name, value] of Object.entries(next)) if (value) params.set(name, value)
  const query = params.toString()
  return query ? `${moneyTabs.freight.path}?${query}` : moneyTabs.freight.path
}

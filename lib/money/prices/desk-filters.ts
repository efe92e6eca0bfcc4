import { isDay, type Day } from '@/lib/core/dates'
import { asId, firstOf, searchText, type Query } from '@/lib/core/keyset'
import { maxMoneyCents } from '@/lib/core/money'
import { priceRuleKinds, type PriceRule } from './price-rule'

export const deskPath = '/dashboard/shopee/mesa-de-precos'
/**
 * `lower`: a lower price pays more; `turns`: earns by today's fees and loses by those of the day; `changes` and `kept`: changed
 * by the rule, and not.
 */
export const deskShows = ['lower', 'losing', 'turns', 'unknown', 'changes', 'kept'] as const
export type DeskShow = (typeof deskShows)[number]
/** The rule's own outcome: summed over all of the filter, else over what is shown. */
export const isOutcome = (show: DeskShow | null): boolean => show === 'changes' || show === 'kept'
export const deskSorts = ['sold', 'month', 'margin', 'profit', 'price'] as const
export type DeskSort = (typeof deskSorts)[number]
/** A place in the list: sorted by a number. */
export const isDeskPlace = (value: string): boolean => /^-?\d{1,30}$/.test(value)
export type Direction = 'asc' | 'desc'

/** The worst margin comes first, and the most sold. */
const usualDirection = (sort: DeskSort): Direction => (sort === 'margin' || sort === 'profit' ? 'asc' : 'desc')

export type DeskFilters = {
  day: Day | null
  rule: PriceRule | null
  show: DeskShow | null
  shop: string | null
  q: string
  sort: DeskSort
  direction: Direction
  /** More of the changes that were sent than the last ones. */
  earlier: boolean
  after: string | null
  before: string | null
}

const integer = (text: string | null, { least, most }: { least: bigint; most: bigint }): bigint | null => {
  if (text === null || !/^-?\d{1,15}$/.test(text)) return null
  const value = BigInt(text)
  return value >= least && value <= most ? value : null
}
export const marginLimits = { least: -1_000_000n, most: 900_000n }
const percentLimits = { least: -9_999n, most: 100_000n }

/** `rule=margin&value=200000&ending=90&lock=100000`: shares in millionths, percent in hundredths, money in cents. */
function readRule(query: Query): PriceRule | null {
  const kind = priceRuleKinds.find((each) => each === firstOf(query.rule))
  if (!kind) return null
  const common = {
    ending: firstOf(query.ending) === '90' ? ('ninety' as const) : ('none' as const),
    leastMargin: integer(firstOf(query.lock), marginLimits),
  }
  const value = firstOf(query.value)
  switch (kind) {
    case 'margin': {
      const margin = integer(value, marginLimits)
      return margin === null ? null : { kind, margin, ...common }
    }
    case 'percent': {
      const basisPoints = integer(value, percentLimits)
      return basisPoints === null || basisPoints === 0n ? null : { kind, basisPoints, ...common }
    }
    case 'set': {
      const cents = integer(value, { least: 1n, most: maxMoneyCents })
      return cents === null ? null : { kind, cents, ...common }
    }
    default:
      return { kind, ...common }
  }
}

export function readDeskFilters(query: Query): DeskFilters {
  const day = firstOf(query.day)
  const rule = readRule(query)
  const show = deskShows.find((each) => each === firstOf(query.show)) ?? null
  const sort = deskSorts.find((each) => each === firstOf(query.sort)) ?? 'sold'
  const direction = firstOf(query.direction)
  return {
    day: isDay(day) ? day : null,
    rule,
    show: rule === null && (show === 'changes' || show === 'kept') ? null : show,
    shop: asId(firstOf(query.shop)),
    q: searchText(query),
    sort,
    direction: direction === 'asc' || direction === 'desc' ? direction : usualDirection(sort),
    earlier: firstOf(query.earlier) === '1',
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

const valueOf = (rule: PriceRule): bigint | null => {
  if (rule.kind === 'margin') return rule.margin
  if (rule.kind === 'percent') return rule.basisPoints
  return rule.kind === 'set' ? rule.cents : null
}

export function ruleParams(rule: PriceRule | null): Record<string, string> {
  if (!rule) return {}
  const value = valueOf(rule)
  return {
    rule: rule.kind,
    ...(value !== null && { value: value.toString() }),
    ...(rule.ending === 'ninety' && { ending: '90' }),
    ...(rule.leastMargin !== null && { lock: rule.leastMargin.toString() }),
  }
}

export function deskQuery(filters: DeskFilters, changes: Partial<DeskFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.day) params.set('day', next.day)
  for (const [name, value] of Object.entries(ruleParams(next.rule))) params.set(name, value)
  if (next.show) params.set('show', next.show)
  if (next.shop) params.set('shop', next.shop)
  if (next.q) params.set('q', next.q)
  if (next.sort !== 'sold') params.set('sort', next.sort)
  if (next.direction !== usualDirection(next.sort)) params.set('direction', next.direction)
  if (next.earlier) params.set('earlier', '1')
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  return params.toString()
}

export function deskHref(filters: DeskFilters, changes: Partial<DeskFilters> = {}): string {
  const query = deskQuery(filters, changes)
  return query ? `${deskPath}?${query}` : deskPath
}

import { isDay, periods, resolvePeriod, type Day, type Period } from '@/lib/core/dates'
import { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'
import { asId, firstOf, readPlace, type Query } from '@/lib/core/keyset'
import { maxMoneyCents } from '@/lib/core/money'

export type NamedPeriod = Exclude<Period, 'custom'>
/** The largest difference first, among those that have one; or by the order's day. */
export const settlementSorts = ['difference', 'newest', 'oldest'] as const
export type SettlementSort = (typeof settlementSorts)[number]
export const settlementStates = Object.values(SettlementState)
/** States with something still to come, and not late yet. */
export const waitingStates: readonly SettlementState[] = ['to_release', 'partly_released']
/** `unexplained`: no cause explains a part of the difference. */
export const discrepancyCauses = Object.values(DiscrepancyCause)

/** `unclaimed`: paid too little, and no case asks for it. `accepted`: a person has accepted its difference, or a part of it. */
export const caseChoices = ['with', 'without', 'unclaimed', 'accepted'] as const
export type CaseChoice = (typeof caseChoices)[number]

export const settlementsPath = '/dashboard/shopee-reconciliation'

export type SettlementFilters = {
  /** How an order's code begins. */
  q: string
  /** By the order's day; all of them where neither a period nor days stand. */
  period: NamedPeriod | null
  from: Day | null
  to: Day | null
  shop: string | null
  entity: string | null
  states: SettlementState[]
  cause: DiscrepancyCause | null
  /** `with`: a case asks for a part of it, or a person has accepted it. */
  inCase: CaseChoice | null
  /** Only orders with a difference. */
  differing: boolean
  minCents: bigint | null
  sort: SettlementSort
  after: string | null
  before: string | null
}

const defaultPeriod: NamedPeriod = '30d'
const maxSearchChars = 40

/**
 * The query string made sound. Without any: the last thirty days, orders with a difference, the largest first; a state, a search or
 * `show=all` brings the others too. A search goes through all days where none are chosen: an order's code names it, however old.
 */
export function readSettlementFilters(query: Query, today: Day): SettlementFilters {
  const [from, to] = [query.from, query.to].map((value) => (isDay(firstOf(value)) ? firstOf(value) : null))
  const said = firstOf(query.period)
  const known = periods.find((each) => each === said && each !== 'custom') as NamedPeriod | undefined
  const q = (firstOf(query.q) ?? '')
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
    .slice(0, maxSearchChars)
  const period = known ?? (said === 'all' || from || to || q ? null : defaultPeriod)
  const days = period ? resolvePeriod({ period }, today) : { from: from ?? null, to: to ?? null }
  const isSwapped = days.from !== null && days.to !== null && days.from > days.to
  const requested = [query.state ?? []].flat().flatMap((value) => value.split(','))
  const states = settlementStates.filter((state) => requested.includes(state))
  const cause = firstOf(query.cause)
  const minCents = readCents(firstOf(query.min))
  const show = firstOf(query.show)
  const differing = show === 'differing' || (show !== 'all' && states.length === 0 && q === '')
  const sort = settlementSorts.find((each) => each === firstOf(query.sort)) ?? (differing ? 'difference' : 'newest')
  const asPlace = (text: string | null) => (isPlaceOf(sort, readPlace(text)?.value) ? text : null)
  return {
    q,
    period,
    states,
    differing,
    minCents,
    sort,
    inCase: caseChoices.find((each) => each === firstOf(query.case)) ?? null,
    from: isSwapped ? days.to : days.from,
    to: isSwapped ? days.from : days.to,
    shop: asId(firstOf(query.shop)),
    entity: asId(firstOf(query.entity)),
    cause: discrepancyCauses.find((each) => each === cause) ?? null,
    after: asPlace(firstOf(query.after)),
    before: asPlace(firstOf(query.before)),
  }
}

function readCents(text: string | null): bigint | null {
  const cents = /^\d{1,12}$/.test(text ?? '') ? BigInt(text ?? '') : null
  return cents !== null && cents > 0n && cents <= maxMoneyCents ? cents : null
}

const isPlaceOf = (sort: SettlementSort, value = ''): boolean =>
  sort === 'difference' ? /^\d{1,18}$/.test(value) : isDay(value)

/** The list with these changes; another filter starts at the first page. */
export function settlementsHref(filters: SettlementFilters, changes: Partial<SettlementFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  // The usual period goes unsaid: said, it would count as chosen and hold a later search to its days.
  if (next.period && (next.period !== defaultPeriod || next.q)) params.set('period', next.period)
  else if (!next.period && !next.from && !next.to && !next.q) params.set('period', 'all')
  if (!next.period && next.from) params.set('from', next.from)
  if (!next.period && next.to) params.set('to', next.to)
  if (next.shop) params.set('shop', next.shop)
  if (next.entity) params.set('entity', next.entity)
  if (next.states.length > 0) params.set('state', next.states.join(','))
  if (next.cause) params.set('cause', next.cause)
  if (next.inCase) params.set('case', next.inCase)
  if (next.minCents !== null) params.set('min', next.minCents.toString())
  const isPlain = next.states.length === 0 && next.q === ''
  if (next.differing !== isPlain) params.set('show', next.differing ? 'differing' : 'all')
  if (next.sort !== (next.differing ? 'difference' : 'newest')) params.set('sort', next.sort)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const text = params.toString()
  return text ? `${settlementsPath}?${text}` : settlementsPath
}

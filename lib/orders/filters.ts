import { asPlatform } from '../dashboard/filters'
import { isDay, periods, resolvePeriod, startsWithInstant, type Day, type Period } from '../dates'
import { asId, firstOf, readPlace } from '../keyset'
import { orderStatuses, type OrderStatus } from './schema'

export const orderWaits = ['late', 'today', 'cancellation'] as const
export type OrderWait = (typeof orderWaits)[number]
export type NamedPeriod = Exclude<Period, 'custom'>

export type OrderFilters = {
  q: string
  /** A period by its name; `from` and `to` hold its days. */
  period: NamedPeriod | null
  from: Day | null
  to: Day | null
  shop: string | null
  /** A platform, or the id of one of the company's own channels. */
  channel: string | null
  statuses: OrderStatus[]
  /** Only what counts as a sale: neither pending nor cancelled. */
  valid: boolean
  waiting: OrderWait | null
  /** Totals of a large list are counted to the end only when asked for. */
  exact: boolean
  after: string | null
  before: string | null
}
export type Query = Record<string, string | string[] | undefined>

const maxSearchChars = 60
export const ordersPath = '/dashboard/orders'

/** The query string made sound; days in the wrong order are swapped. Statuses come repeated or with commas. */
export function readOrderFilters(query: Query, today: Day): OrderFilters {
  const named = periods.find((known) => known === firstOf(query.period))
  const period = named && named !== 'custom' ? named : null
  const asDay = (value: unknown) => (isDay(value) ? value : null)
  let { from, to } = period
    ? resolvePeriod({ period }, today)
    : { from: asDay(firstOf(query.from)), to: asDay(firstOf(query.to)) }
  if (from && to && from > to) [from, to] = [to, from]
  const asked = [query.status ?? []].flat().flatMap((value) => value.split(','))
  const channel = firstOf(query.channel)
  return {
    q: (firstOf(query.q) ?? '').replaceAll('\0', '').trim().slice(0, maxSearchChars),
    period,
    from,
    to,
    shop: asId(firstOf(query.shop)),
    channel: asPlatform(channel) ?? asId(channel),
    statuses: orderStatuses.filter((status) => asked.includes(status)),
    valid: firstOf(query.valid) === '1',
    waiting: orderWaits.find((known) => known === firstOf(query.waiting)) ?? null,
    exact: firstOf(query.totals) === 'exact',
    after: asPlaceInTime(firstOf(query.after)),
    before: asPlaceInTime(firstOf(query.before)),
  }
}

const asPlaceInTime = (text: string | null) => (startsWithInstant(readPlace(text)?.value ?? '') ? text : null)

/** The list with these changes; another filter starts at the first page. */
export function orderListHref(filters: OrderFilters, changes: Partial<OrderFilters> = {}): string {
  const next = { ...filters, exact: false, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.period) params.set('period', next.period)
  if (!next.period && next.from) params.set('from', next.from)
  if (!next.period && next.to) params.set('to', next.to)
  if (next.shop) params.set('shop', next.shop)
  if (next.channel) params.set('channel', next.channel)
  if (next.statuses.length > 0) params.set('status', next.statuses.join(','))
  if (next.valid) params.set('valid', '1')
  if (next.waiting) params.set('waiting', next.waiting)
  if (next.exact) params.set('totals', 'exact')
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${ordersPath}?${query}` : ordersPath
}

export const isFiltered = ({ q, from, to, shop, channel, statuses, valid, waiting }: OrderFilters): boolean =>
  q !== '' || valid || statuses.length > 0 || [from, to, shop, channel, waiting].some((value) => value !== null)

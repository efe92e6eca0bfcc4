import { asPlatform } from '../sales-figures/filters'
import { isDay, periods, resolvePeriod, type Day, type Period } from '@/lib/core/dates'
import { searchText, asId, firstOf, isInstant, readPlace, type Query } from '@/lib/core/keyset'
import { orderStatuses, type OrderStatus } from './schema'

/** `toShip`: paid and still here; `cancels`: late, and the platform cancels it within a day unless a carrier scans it; `toPost`: of those late or due today; `invoice`: cannot be sent before its invoice is taken; `payout`: delivered so long ago that its payout is late; `history`: open here, and its end never reached us. */
export const orderWaits = [
  'toShip',
  'cancels',
  'late',
  'today',
  'toPost',
  'invoice',
  'cancellation',
  'payout',
  'history',
] as const
export type OrderWait = (typeof orderWaits)[number]
export type NamedPeriod = Exclude<Period, 'custom'>
/** Highest value, lowest margin and nearest deadline come first. */
export const orderSorts = ['newest', 'oldest', 'value', 'margin', 'shipBy'] as const
export type OrderSort = (typeof orderSorts)[number]

export type OrderFilters = {
  q: string
  /** A period by its name; `from` and `to` hold its days. */
  period: NamedPeriod | null
  from: Day | null
  to: Day | null
  shop: string | null
  /** The company's legal entity that sold. */
  entity: string | null
  /** A platform, or the id of one of the company's own channels. */
  channel: string | null
  statuses: OrderStatus[]
  /** Only what counts as a sale: neither pending nor cancelled. */
  valid: boolean
  waiting: OrderWait | null
  /** With an item that no product is mapped to. */
  unmapped: boolean
  /** With an item that no source gives a price for. */
  unpriced: boolean
  /** Sales that cost more than they bring. */
  negative: boolean
  minCents: bigint | null
  maxCents: bigint | null
  /** Picked one by one. */
  ids: string[]
  sort: OrderSort
  /** Totals of a large list are counted to the end only when asked for. */
  exact: boolean
  after: string | null
  before: string | null
  /** Whether words are looked for among buyers too: only for who may always see them whole. */
  inBuyers: boolean
}
/** The list reader's rights. */
export type OrderVisibility = { money: boolean; buyers: boolean }

const maxSearchChars = 60
export const maxPicked = 200
/** How many of the newest orders with the words are looked at where something else decides too. */
export const searchedOrders = 1_000
export const ordersPath = '/dashboard/orders'
export const newOrderParam = 'new'
/** The list with the order entry open above it. */
export const newOrderPath = `${ordersPath}?${newOrderParam}=1`
export const orderListPath = '/dashboard/minha-empresa/pedidos'
export type OrderListPath = typeof ordersPath | typeof orderListPath
const nothingVisible: OrderVisibility = { money: false, buyers: false }

/** The query string made sound; days or values in the wrong order are swapped. Statuses come repeated or with commas. */
export function readOrderFilters(query: Query, today: Day, visibility = nothingVisible): OrderFilters {
  const named = periods.find((known) => known === firstOf(query.period))
  const period = named && named !== 'custom' ? named : null
  const asDay = (value: unknown) => (isDay(value) ? value : null)
  let { from, to } = period
    ? resolvePeriod({ period }, today)
    : { from: asDay(firstOf(query.from)), to: asDay(firstOf(query.to)) }
  if (from && to && from > to) [from, to] = [to, from]
  let [minCents, maxCents] = [asCents(firstOf(query.min)), asCents(firstOf(query.max))]
  if (minCents !== null && maxCents !== null && minCents > maxCents) [minCents, maxCents] = [maxCents, minCents]
  const statuses = [query.status ?? []].flat().flatMap((value) => value.split(','))
  const channel = firstOf(query.channel)
  const sort = orderSorts.find((known) => known === firstOf(query.sort)) ?? 'newest'
  const known = sort === 'margin' && !visibility.money ? 'newest' : sort
  const waiting = orderWaits.find((wait) => wait === firstOf(query.waiting)) ?? null
  const asPlace = (text: string | null) => (isPlaceOf(known, readPlace(text)?.value) ? text : null)
  return {
    q: searchText(query, maxSearchChars),
    period,
    from,
    to,
    shop: asId(firstOf(query.shop)),
    entity: asId(firstOf(query.entity)),
    channel: asPlatform(channel) ?? asId(channel),
    statuses: orderStatuses.filter((status) => statuses.includes(status)),
    valid: firstOf(query.valid) === '1',
    waiting: waiting === 'payout' && !visibility.money ? null : waiting,
    unmapped: firstOf(query.unmapped) === '1',
    unpriced: firstOf(query.unpriced) === '1',
    negative: visibility.money && firstOf(query.negative) === '1',
    minCents,
    maxCents,
    ids: (firstOf(query.ids)?.split(',') ?? []).slice(0, maxPicked).flatMap((id) => asId(id) ?? []),
    sort: known,
    exact: firstOf(query.totals) === 'exact',
    after: asPlace(firstOf(query.after)),
    before: asPlace(firstOf(query.before)),
    inBuyers: visibility.buyers,
  }
}

/** '79.9' → 7990; nothing below zero. */
function asCents(text: string | null): bigint | null {
  const [, reais, cents = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return reais === undefined ? null : BigInt(reais) * 100n + BigInt(cents.padEnd(2, '0'))
}

/** As the address carries it. */
export const writeCents = (cents: bigint): string =>
  `${cents / 100n}${cents % 100n === 0n ? '' : `.${String(cents % 100n).padStart(2, '0')}`}`

/** A cursor is written in the list's sort order. */
export const isPlaceOf = (sort: OrderSort, value = ''): boolean =>
  sort === 'value' || sort === 'margin' ? /^-?\d{1,18}$/.test(value) : isInstant(value)

/** The list with these changes; another filter starts at the first page. */
export function orderListHref(
  filters: OrderFilters,
  changes: Partial<OrderFilters> = {},
  path: OrderListPath = ordersPath,
): string {
  const next = { ...filters, exact: false, after: null, before: null, ...changes }
  const params = new URLSearchParams()
  if (next.q) params.set('q', next.q)
  if (next.period) params.set('period', next.period)
  if (!next.period && next.from) params.set('from', next.from)
  if (!next.period && next.to) params.set('to', next.to)
  if (next.shop) params.set('shop', next.shop)
  if (next.entity) params.set('entity', next.entity)
  if (next.channel) params.set('channel', next.channel)
  if (next.statuses.length > 0) params.set('status', next.statuses.join(','))
  if (next.valid) params.set('valid', '1')
  if (next.waiting) params.set('waiting', next.waiting)
  if (next.unmapped) params.set('unmapped', '1')
  if (next.unpriced) params.set('unpriced', '1')
  if (next.negative) params.set('negative', '1')
  if (next.minCents !== null) params.set('min', writeCents(next.minCents))
  if (next.maxCents !== null) params.set('max', writeCents(next.maxCents))
  if (next.ids.length > 0) params.set('ids', next.ids.join(','))
  // The desk's bare address opens with a person's own view, so one that was chosen always says something.
  if (next.sort !== 'newest' || path === orderListPath) params.set('sort', next.sort)
  if (next.exact) params.set('totals', 'exact')
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

type Where = { shop?: string | null; channel?: string | null; entity?: string | null }

/** The sales of these days whose price is missing, wherever a figure says how many they are. */
export const unpricedHref = ({ from, to }: { from: Day; to: Day }, { shop, channel, entity }: Where): string => {
  const where = { ...(shop && { shop }), ...(channel && { channel }), ...(entity && { entity }) }
  return orderListHref(readOrderFilters({ from, to, valid: '1', unpriced: '1', ...where }, to))
}

/** The list without any filter, in the order it stands in. */
export const allOrdersHref = (path: OrderListPath): string =>
  orderListHref(readOrderFilters({}, '2000-01-01'), {}, path)

/** An order's page; from the desk it leads back to where in it one was. */
export const orderHref = (id: string, { path, filters }: { path: OrderListPath; filters: OrderFilters }): string =>
  keepListQuery(`${ordersPath}/${id}`, path === orderListPath ? listQueryOf(filters) : null)

/** Where in the desk one is, for an address that leads back there. */
export const listQueryOf = (filters: OrderFilters): string =>
  orderListHref(filters, { after: filters.after, before: filters.before }, orderListPath).slice(
    orderListPath.length + 1,
  )

/** An address that keeps the way back to the desk, where somebody came from there. */
export const keepListQuery = (href: string, listQuery: string | null): string =>
  listQuery === null
    ? href
    : `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ desk: listQuery }).toString()}`

/** The list that the reader came from, as orderHref wrote it. */
export function listHrefOf(listQuery: string | null, today: Day, visibility: OrderVisibility): string {
  if (listQuery === null) return ordersPath
  const filters = readOrderFilters(Object.fromEntries(new URLSearchParams(listQuery)), today, visibility)
  return orderListHref(filters, { after: filters.after, before: filters.before }, orderListPath)
}

/** Whether more than days, shop, legal entity and channel decide, which is all that the roll-ups know. */
export const isBeyondRollups = (filters: OrderFilters): boolean =>
  filters.q !== '' ||
  filters.waiting !== null ||
  filters.statuses.length > 0 ||
  filters.unmapped ||
  filters.unpriced ||
  filters.negative ||
  filters.minCents !== null ||
  filters.maxCents !== null ||
  filters.ids.length > 0 ||
  filters.sort === 'margin' ||
  filters.sort === 'shipBy'

export const isFiltered = (filters: OrderFilters): boolean =>
  isBeyondRollups({ ...filters, sort: 'newest' }) ||
  filters.valid ||
  [filters.from, filters.to, filters.shop, filters.entity, filters.channel].some((value) => value !== null)

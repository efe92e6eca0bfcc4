import { addDays, isDay, resolvePeriod, type Day, type DayRange, type ResolvedPeriod } from '@/lib/core/dates'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { maxMoneyCents } from '@/lib/core/money'
import { moneyTabs } from './tabs'

export const horizons = [14, 30, 60] as const
export type Horizon = (typeof horizons)[number]
const usual: Horizon = 30

/**
 * Orders whose payout is due within the days shown, is late, whose time is up without anything that would show whether they were paid, that have no day yet, or that
 * are due after the days shown; or those of one day or week.
 */
export const dueGroups = ['within', 'late', 'overdue', 'none', 'later'] as const
/** Those that the calendar leaves out. */
export const apartGroups = ['late', 'overdue', 'none', 'later'] as const satisfies readonly (typeof dueGroups)[number][]
export type DueFilter = (typeof dueGroups)[number] | Day | `${Day}_${Day}`

/** The days of a filter by days: of one, or from one to another ('2026-12-01_2026-12-07'); null for a group. */
export function dueDays(due: string | null): DayRange | null {
  const [from = '', to = from, ...more] = (due ?? '').split('_')
  return isDay(from) && isDay(to) && from <= to && more.length === 0 ? { from, to } : null
}
export const weekFilter = ({ from, to }: DayRange): DueFilter => `${from}_${to}`

export type PayoutFilters = {
  shop: string | null
  /** How many days ahead. */
  days: Horizon
  /** The period of received payouts. */
  received: ResolvedPeriod
  /** The seller's money elsewhere, outside every wallet. */
  elsewhereCents: bigint
  due: DueFilter | null
  after: string | null
  before: string | null
}

const receivedPeriod = '30d'

const readCents = (text: string | null) => {
  const cents = /^\d{1,12}$/.test(text ?? '') ? BigInt(text!) : 0n
  return cents > maxMoneyCents ? 0n : cents
}

export function readPayoutFilters(query: Query, today: Day): PayoutFilters {
  const due = firstOf(query.due)
  const period = { period: firstOf(query.period), from: firstOf(query.from), to: firstOf(query.to) }
  return {
    shop: asId(firstOf(query.shop)),
    days: horizons.find((known) => String(known) === firstOf(query.days)) ?? usual,
    received: resolvePeriod(period, today, receivedPeriod),
    elsewhereCents: readCents(firstOf(query.elsewhere)),
    due: dueGroups.find((known) => known === due) ?? (dueDays(due) ? due : null),
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

/** Today and the days after it. */
export const horizonOf = ({ days }: Pick<PayoutFilters, 'days'>, today: Day): DayRange => ({
  from: today,
  to: addDays(today, days - 1),
})

export function payoutsHref(filters: PayoutFilters, changes: Partial<PayoutFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const { period, from, to } = next.received
  const params = new URLSearchParams()
  if (next.shop) params.set('shop', next.shop)
  if (next.days !== usual) params.set('days', String(next.days))
  if (period !== receivedPeriod) params.set('period', period)
  if (period === 'custom') {
    params.set('from', from)
    params.set('to', to)
  }
  if (next.elsewhereCents > 0n) params.set('elsewhere', next.elsewhereCents.toString())
  if (next.due) params.set('due', next.due)
  if (next.after) params.set('after', next.after)
  if (next.before) params.set('before', next.before)
  const query = params.toString()
  return query ? `${moneyTabs.payouts.path}?${query}` : moneyTabs.payouts.path
}

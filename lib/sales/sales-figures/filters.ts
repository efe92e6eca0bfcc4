import type { OrderStatus } from '@/lib/sales/sales-figures/figures'
import { resolvePeriod, type Day, type DayRange, type Period, type ResolvedPeriod } from '@/lib/core/dates'
import { asId, firstOf, type Query } from '@/lib/core/keyset'

/** `channel` is a platform ('shopee', 'manual') or the id of one of the company's own channels. */
export type SalesFilters = ResolvedPeriod & { shop: string | null; channel: string | null }

type NamedPeriod = Exclude<Period, 'custom'>

const platforms = ['shopee', 'manual'] as const
export type SalesPlatform = (typeof platforms)[number]

export function asPlatform(channel: string | null): SalesPlatform | null {
  return platforms.find((platform) => platform === channel) ?? null
}

/** The query string made sound: what is not a period, a day, an id or a platform is left out. */
export function readSalesFilters(query: Query, today: Day, fallback: NamedPeriod = '30d'): SalesFilters {
  const channel = firstOf(query.channel)
  return {
    ...resolvePeriod(
      { period: firstOf(query.period), from: firstOf(query.from), to: firstOf(query.to) },
      today,
      fallback,
    ),
    shop: asId(firstOf(query.shop)),
    channel: asPlatform(channel) ?? asId(channel),
  }
}

const ordersPath = '/dashboard/orders'

/** The orders behind a figure: the list with the same days, shop and channel. */
export function ordersHref(filters: SalesFilters, query: { valid?: true; status?: OrderStatus }): string {
  const params = new URLSearchParams({ from: filters.from, to: filters.to })
  if (filters.shop) params.set('shop', filters.shop)
  if (filters.channel) params.set('channel', filters.channel)
  if (query.status) params.set('status', query.status)
  if (query.valid) params.set('valid', '1')
  return `${ordersPath}?${params.toString()}`
}

/** Open orders that wait for somebody, of any day. */
export function waitingHref(waiting: 'cancellation' | 'history'): string {
  return `${ordersPath}?waiting=${waiting}`
}

/** The dashboard itself over these days, shop and channel. */
export function dashboardHref(
  { shop, channel }: Pick<SalesFilters, 'shop' | 'channel'>,
  { from, to }: DayRange,
): string {
  const params = new URLSearchParams({ period: 'custom', from, to })
  if (shop) params.set('shop', shop)
  if (channel) params.set('channel', channel)
  return `/dashboard?${params.toString()}`
}

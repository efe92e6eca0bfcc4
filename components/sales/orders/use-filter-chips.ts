import { useLocale, useTranslations } from 'next-intl'
import { asPlatform } from '@/lib/sales/sales-figures/filters'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { orderListHref, type OrderFilters } from '@/lib/sales/orders/filters'
import type { OrderList } from '@/lib/sales/orders/views'

/** One for each filter that is on, leading to the list without it. */
export function useFilterChips({ path, filters, frame }: OrderList): { label: string; href: string }[] {
  const t = useTranslations('orders.filters')
  const period = usePeriodText(filters)
  const value = useValueText(filters)
  const nameOf = (list: { id: string; name: string }[], id: string) => list.find((one) => one.id === id)?.name ?? '—'
  const channelName = (channel: string) => {
    const platform = asPlatform(channel)
    return platform ? t(platform) : nameOf(frame.channels, channel)
  }
  const chip = (label: string, changes: Partial<OrderFilters>) => ({
    label,
    href: orderListHref(filters, changes, path),
  })
  return [
    filters.q && chip(t('code', { text: filters.q }), { q: '' }),
    filters.waiting && chip(t(`waiting.${filters.waiting}`), { waiting: null }),
    filters.valid && chip(t('valid'), { valid: false }),
    filters.unmapped && chip(t('unmapped'), { unmapped: false }),
    filters.unpriced && chip(t('unpriced'), { unpriced: false }),
    filters.negative && chip(t('negative'), { negative: false }),
    filters.ids.length > 0 && chip(t('picked', { count: filters.ids.length }), { ids: [] }),
    value && chip(value, { minCents: null, maxCents: null }),
    ...filters.statuses.map((status) =>
      chip(t(`statuses.${status}`), { statuses: filters.statuses.filter((one) => one !== status) }),
    ),
    period && chip(period, { period: null, from: null, to: null }),
    filters.shop && chip(nameOf(frame.shops, filters.shop), { shop: null }),
    filters.entity && chip(nameOf(frame.entities, filters.entity), { entity: null }),
    filters.channel && chip(channelName(filters.channel), { channel: null }),
  ].filter((one) => one !== null && one !== false && one !== '')
}

/** The bounds in words; null without any. */
export function useValueText({ minCents, maxCents }: Pick<OrderFilters, 'minCents' | 'maxCents'>): string | null {
  const t = useTranslations('orders.filters')
  const language = useLocale()
  const from = minCents === null ? null : formatMoney(minCents, language)
  const to = maxCents === null ? null : formatMoney(maxCents, language)
  if (from && to) return t('valueRange', { from, to })
  if (from) return t('valueFrom', { from })
  return to ? t('valueTo', { to }) : null
}

/** The days in words; null without any. */
export function usePeriodText({ period, from, to }: Pick<OrderFilters, 'period' | 'from' | 'to'>): string | null {
  const t = useTranslations('orders.filters')
  const language = useLocale()
  if (period) return t(`periods.${period}`)
  if (from && from === to) return formatDay(from, language)
  if (from && to) return t('range', { from: formatDay(from, language), to: formatDay(to, language) })
  if (from) return t('since', { from: formatDay(from, language) })
  return to ? t('until', { to: formatDay(to, language) }) : null
}

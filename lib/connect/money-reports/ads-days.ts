import { listDays, type Day } from '@/lib/core/dates'
import { splitByWeight } from '@/lib/core/rounding'
import type { AdsItem } from './items'

export type AdsDay = AdsItem & { day: Day; days: number }

const whole = (total: number, days: number): number[] => {
  const each = Math.floor(total / days)
  return Array.from({ length: days }, (_, i) => (i === days - 1 ? total - each * (days - 1) : each))
}

/**
 * Reports of several days are shared out to them evenly, to the cent; what is left over goes to the last day. Day after day, so that
 * no more than one day of many items is held at once.
 */
export function* shareOut(reports: readonly AdsItem[], period: { from: Day; to: Day }): Generator<AdsDay[]> {
  const days = listDays(period)
  const weights = days.map(() => 1n)
  const parts = reports.map(({ spendCents, salesCents, clicks, impressions }) => ({
    spend: splitByWeight(spendCents, weights),
    sales: splitByWeight(salesCents, weights),
    clicks: whole(clicks, days.length),
    impressions: whole(impressions, days.length),
  }))
  for (const [i, day] of days.entries())
    yield reports.map(({ item, title }, at) => {
      const { spend, sales, clicks, impressions } = parts[at]!
      const counts = { clicks: clicks[i]!, impressions: impressions[i]! }
      return { day, days: days.length, item, title, spendCents: spend[i]!, salesCents: sales[i]!, ...counts }
    })
}

/** Several ads of one item are one; what no item explains stands under no item. */
export function byItem(reports: readonly AdsItem[]): AdsItem[] {
  const items = new Map<string, AdsItem>()
  for (const one of reports) {
    const known = items.get(one.item)
    items.set(one.item, {
      item: one.item,
      title: one.item === '' ? '' : known?.title || one.title,
      spendCents: (known?.spendCents ?? 0n) + one.spendCents,
      salesCents: (known?.salesCents ?? 0n) + one.salesCents,
      clicks: (known?.clicks ?? 0) + one.clicks,
      impressions: (known?.impressions ?? 0) + one.impressions,
    })
  }
  return [...items.values()]
}

import { listDays, type Day } from '@/lib/core/dates'
import { splitByWeight } from '@/lib/core/rounding'
import type { AdsItem } from './items'

export type AdsDay = AdsItem & { day: Day; days: number }

const nulls = (days: number): null[] => Array.from({ length: days }, () => null)
const whole = (total: number | null, days: number): (number | null)[] => {
  if (total === null) return nulls(days)
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
    sales: salesCents === null ? nulls(days.length) : splitByWeight(salesCents, weights),
    clicks: whole(clicks, days.length),
    impressions: whole(impressions, days.length),
  }))
  for (const [i, day] of days.entries())
    yield reports.map(({ item, title }, at) => {
      const { spend, sales, clicks, impressions } = parts[at]!
      const counts = { clicks: clicks[i] ?? null, impressions: impressions[i] ?? null }
      return { day, days: days.length, item, title, spendCents: spend[i]!, salesCents: sales[i] ?? null, ...counts }
    })
}

const add = <T extends number | bigint>(a: T | null, b: T | null): T | null =>
  a === null || b === null ? null : (((a as bigint) + (b as bigint)) as T)

/** Several ads of one item are one, unknown where one of them is; what no item explains stands under no item. */
export function byItem(reports: readonly AdsItem[]): AdsItem[] {
  const items = new Map<string, AdsItem>()
  for (const one of reports) {
    const known = items.get(one.item)
    items.set(one.item, {
      item: one.item,
      title: one.item === '' ? '' : known?.title || one.title,
      spendCents: (known?.spendCents ?? 0n) + one.spendCents,
      salesCents: known ? add(known.salesCents, one.salesCents) : one.salesCents,
      clicks: known ? add(known.clicks, one.clicks) : one.clicks,
      impressions: known ? add(known.impressions, one.impressions) : one.impressions,
    })
  }
  return [...items.values()]
}

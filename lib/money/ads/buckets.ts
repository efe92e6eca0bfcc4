import type { BucketUnit } from '@/lib/sales/sales-figures/buckets'
import { addDays, addMonths, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { sumOrNull } from './ratios'

/** The spending of these days; null where no report covers any of them, sales too where a report has none. */
export type AdsPoint = DayRange & { spendCents: Cents | null; salesCents: Cents | null }
type AdsDay = { day: Day; spendCents: Cents; salesCents: Cents | null }

const nextOf = (first: Day, unit: BucketUnit): Day =>
  unit === 'month' ? addMonths(startOfMonth(first), 1) : addDays(first, unit === 'week' ? 7 : 1)

/** Every day, week or month of the period, those without a report too. */
export function bucketAds(days: readonly AdsDay[], { from, to }: DayRange, unit: BucketUnit): AdsPoint[] {
  const points: AdsPoint[] = []
  for (let first = from; first <= to; first = nextOf(first, unit)) {
    const end = addDays(nextOf(first, unit), -1)
    const last = end < to ? end : to
    const inside = days.filter(({ day }) => day >= first && day <= last)
    const sum = (of: (day: AdsDay) => Cents | null) => (inside.length ? sumOrNull(inside.map(of)) : null)
    points.push({
      from: first,
      to: last,
      spendCents: sum(({ spendCents }) => spendCents),
      salesCents: sum(({ salesCents }) => salesCents),
    })
  }
  return points
}

import { listBucketStarts, type BucketUnit } from '@/lib/sales/sales-figures/buckets'
import { addDays, type DayRange } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { sumOrNull } from './ratios'

/** The spending of these days; null where no report covers any of them, sales too where a report has none. */
export type AdsPoint = DayRange & { spendCents: Cents | null; salesCents: Cents | null }
type AdsPart = DayRange & { spendCents: Cents; salesCents: Cents | null }

/** Every day, week or month of the period, those without a report too; `parts` are days of one of them each. */
export function bucketAds(parts: readonly AdsPart[], { from, to }: DayRange, unit: BucketUnit): AdsPoint[] {
  const starts = listBucketStarts({ from, to }, unit)
  return starts.map((first, at) => {
    const next = starts[at + 1]
    const last = next ? addDays(next, -1) : to
    const inside = parts.filter((part) => part.from >= first && part.from <= last)
    const sum = (of: (part: AdsPart) => Cents | null) => (inside.length ? sumOrNull(inside.map(of)) : null)
    return {
      from: first,
      to: last,
      spendCents: sum(({ spendCents }) => spendCents),
      salesCents: sum(({ salesCents }) => salesCents),
    }
  })
}

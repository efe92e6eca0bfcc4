import { addDays, addMonths, daysBetween, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import { addSales, noSales, type SalesFigures } from '@/lib/sales/sales-figures/figures'

export type BucketUnit = 'day' | 'week' | 'month'
export type Bucket = DayRange & { sales: SalesFigures }

const mostDays = 62
const mostDaysByWeek = 400

export function bucketUnit({ from, to }: DayRange): BucketUnit {
  const days = daysBetween(from, to) + 1
  return days <= mostDays ? 'day' : days <= mostDaysByWeek ? 'week' : 'month'
}

const fewestDays = 7

/** The days of the trend: the period, or for a shorter one the seven days that end with it. */
export function trendRange({ from, to }: DayRange): DayRange {
  const first = addDays(to, 1 - fewestDays)
  return { from: from < first ? from : first, to }
}

/** The first day of the bucket after the one that begins here. Weeks run from the period's first day, months by calendar. */
function nextBucket(first: Day, unit: BucketUnit): Day {
  switch (unit) {
    case 'day':
      return addDays(first, 1)
    case 'week':
      return addDays(first, 7)
    case 'month':
      return addMonths(startOfMonth(first), 1)
  }
}

/** The first days of the period's buckets. */
export function listBucketStarts({ from, to }: DayRange, unit: BucketUnit): Day[] {
  const starts: Day[] = []
  for (let first = from; first <= to; first = nextBucket(first, unit)) starts.push(first)
  return starts
}

/** Every bucket of the period in order, those without sales too. Days outside the period are left out. */
export function bucketSales(byDay: ReadonlyMap<Day, SalesFigures>, { from, to }: DayRange, unit: BucketUnit): Bucket[] {
  const buckets = listBucketStarts({ from, to }, unit).map((first): Bucket => {
    const last = addDays(nextBucket(first, unit), -1)
    return { from: first, to: last < to ? last : to, sales: noSales }
  })
  let index = 0
  for (const [day, sales] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    while (index < buckets.length && (buckets[index]?.to ?? '') < day) index++
    const bucket = buckets[index]
    if (bucket && day >= bucket.from) bucket.sales = addSales(bucket.sales, sales)
  }
  return buckets
}

import 'server-only'
import { asDate } from '@/lib/core/database/days'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import type { AdsReport } from './ads-reports'
import type { AdsItem } from './items'
import { hasMore } from './stat-rows'
import type { Place } from './stored-items'

const counted = ['impressions', 'clicks', 'spendCents', 'salesCents'] as const
type Reported = { report: AdsReport; from: Day; to: Day; days: number }

/**
 * Whether an ads report is earlier than the one that is stored of the same days: figures of days that are not over, and sales that are attributed later,
 * only grow. A report of other days is compared with none.
 */
export async function isEarlierReport(
  db: Db,
  { organizationId, ownerId: shopId }: Place,
  { report, from, to, days }: Reported,
  items: readonly AdsItem[],
): Promise<boolean> {
  const existing = await db.adsSpend.groupBy({
    by: ['day', 'reportDays'],
    where: { organizationId, shopId, report, day: { gte: asDate(from), lte: asDate(to) } },
    _sum: { impressions: true, clicks: true, spendCents: true, salesCents: true },
  })
  if (existing.length !== days || existing.some(({ reportDays }) => reportDays !== days)) return false
  const sumOf = (rows: readonly Partial<Record<(typeof counted)[number], number | bigint | null>>[]) =>
    Object.fromEntries(
      counted.map((field) => {
        const known = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined)
        return [field, known.length === 0 ? null : known.reduce<number>((sum, value) => sum + Number(value), 0)]
      }),
    )
  return hasMore(counted, sumOf(items), sumOf(existing.map(({ _sum }) => _sum)))
}

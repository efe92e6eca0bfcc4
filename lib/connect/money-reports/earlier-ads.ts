import 'server-only'
import { asDate, asDay } from '@/lib/core/database/days'
import { addDays, type Day } from '@/lib/core/dates'
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
    by: ['day', 'reportDays', 'reportFrom'],
    where: { organizationId, shopId, report, day: { gte: asDate(from), lte: asDate(to) } },
    _sum: { impressions: true, clicks: true, spendCents: true, salesCents: true },
  })
  const isOther = (one: (typeof existing)[number]) =>
    one.reportDays !== days || (one.reportFrom !== null && asDay(one.reportFrom) !== from)
  if (existing.length !== days || existing.some(isOther)) return false
  const sumOf = (rows: readonly Partial<Record<(typeof counted)[number], number | bigint | null>>[]) =>
    Object.fromEntries(
      counted.map((field) => {
        const known = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined)
        return [field, known.length === 0 ? null : known.reduce<number>((sum, value) => sum + Number(value), 0)]
      }),
    )
  return hasMore(counted, sumOf(items), sumOf(existing.map(({ _sum }) => _sum)))
}

type Overlap = { name: string; days: number; cents: bigint }

/** The stored reports of several days that a report overlaps: on how many of its days, and how much of the one that does not count there. */
export async function listOverlaps(
  db: Db,
  { organizationId, ownerId: shopId }: Place,
  { report, from, to, days }: Reported,
  items: readonly AdsItem[],
): Promise<Overlap[]> {
  if (days === 1) return []
  const existing = await db.adsSpend.groupBy({
    by: ['day', 'reportDays', 'reportFrom'],
    where: { organizationId, shopId, report, reportDays: { gt: 1 }, day: { gte: asDate(from), lte: asDate(to) } },
    _sum: { spendCents: true },
  })
  const spent = items.reduce((sum, { spendCents }) => sum + spendCents, 0n)
  const overlaps = new Map<string, { days: number; cents: bigint; stands: boolean }>()
  for (const { reportDays, reportFrom, _sum } of existing) {
    const first = reportFrom && asDay(reportFrom)
    if (!first || (first === from && reportDays === days)) continue
    const name = `${first} – ${addDays(first, reportDays - 1)}`
    const stands = reportDays === days ? first > from : reportDays < days
    const before = overlaps.get(name)
    overlaps.set(name, {
      days: (before?.days ?? 0) + 1,
      cents: (before?.cents ?? 0n) + (_sum.spendCents ?? 0n),
      stands,
    })
  }
  return [...overlaps].map(([name, { days: count, cents, stands }]) => ({
    name,
    days: count,
    cents: stands ? (spent * BigInt(count)) / BigInt(days) : cents,
  }))
}

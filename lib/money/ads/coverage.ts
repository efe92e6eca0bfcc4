import { addDays, daysBetween, type Day, type DayRange } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import type { Cents } from '@/lib/core/money'

/** The shop days for which a report is expected, and the number of them without one. */
export type AdsCoverage = { expectedDays: number; missingDays: number }

/** The report of a day comes when it is over: today's is asked for only where nothing else is. */
const lastReportedDay = ({ from, to }: DayRange, today: Day): Day => {
  const last = from < today ? addDays(today, -1) : today
  return to < last ? to : last
}

/** The days of a shop that need a report: from `first` on, without those on which it is set not to advertise. */
export type AdsSpan = { first: Day; noAdsFrom?: Day | null }
/** Days in a row of one shop of which no report tells what was spent on ads. */
export type AdsGap = DayRange & { shopId: string }
/** Reported spending of a shop that is set not to advertise: it counts, and the setting is wrong. */
export type AdsDespite = { shopId: string; days: number; cents: Cents }

function requestedDays(range: DayRange, { first, noAdsFrom }: AdsSpan, today: Day): DayRange | null {
  const from = first > range.from ? first : range.from
  const lastDay = lastReportedDay(range, today)
  const to = noAdsFrom && noAdsFrom <= lastDay ? addDays(noAdsFrom, -1) : lastDay
  return from > to ? null : { from, to }
}

const lengthOf = ({ from, to }: DayRange): number => daysBetween(from, to) + 1

/** For one shop; `runs` are days in a row with a report, in their order, none in two. */
export function coverageOf(range: DayRange, span: AdsSpan, runs: readonly DayRange[], today: Day): AdsCoverage {
  const days = requestedDays(range, span, today)
  if (!days) return { expectedDays: 0, missingDays: 0 }
  const missing = missingSpans(range, span, runs, today)
  return { expectedDays: lengthOf(days), missingDays: missing.reduce((sum, span) => sum + lengthOf(span), 0) }
}

/** The days that are missing of one shop, in spans that are as long as can be. */
function missingSpans(range: DayRange, span: AdsSpan, runs: readonly DayRange[], today: Day): DayRange[] {
  const days = requestedDays(range, span, today)
  if (!days) return []
  const spans: DayRange[] = []
  let { from } = days
  for (const run of runs) {
    if (run.to < from) continue
    if (run.from > days.to) break
    if (run.from > from) spans.push({ from, to: addDays(run.from, -1) })
    from = addDays(run.to, 1)
  }
  if (from <= days.to) spans.push({ from, to: days.to })
  return spans
}

/** From when on a report is asked for: the first sale of the period, but no day before the shop advertised; nothing of one that never did. */
export function requestedFrom(firsts: ReadonlyMap<string, Day>, since: ReadonlyMap<string, Day>): Map<string, Day> {
  const spans = [...firsts].map(([id, first]) => [id, since.get(id), first] as const)
  return new Map(spans.flatMap(([id, begun, first]) => (begun ? [[id, begun > first ? begun : first]] : [])))
}

/** Shops that sold, with no sign of ads and without anybody having said that there are none: their ads are assumed to be zero. */
export const unsaidShops = (
  firsts: ReadonlyMap<string, Day>,
  since: ReadonlyMap<string, Day>,
  noAds: ReadonlyMap<string, Day>,
): string[] => [...firsts.keys()].filter((id) => !since.has(id) && !noAds.has(id))

/** The expected days of each shop, by its first day and the day on which it stopped advertising. */
export const adsSpansOf = (firsts: ReadonlyMap<string, Day>, noAds: ReadonlyMap<string, Day>): Map<string, AdsSpan> =>
  new Map([...firsts].map(([id, first]) => [id, { first, noAdsFrom: noAds.get(id) ?? null }]))

type ShopRun = DayRange & { shopId: string }
const runsByShop = (runs: readonly ShopRun[]) => groupBy(runs, ({ shopId }) => shopId)

/** For several shops together. `reported` are their reports, in the order of their days. */
export function coverageOfShops(
  range: DayRange,
  shops: ReadonlyMap<string, AdsSpan>,
  reported: readonly ShopRun[],
  today: Day,
): Map<string, AdsCoverage> {
  const runs = runsByShop(reported)
  return new Map([...shops].map(([id, span]) => [id, coverageOf(range, span, runs.get(id) ?? [], today)]))
}

/** Which days are missing of which shop. */
export function gapsOfShops(
  range: DayRange,
  shops: ReadonlyMap<string, AdsSpan>,
  reported: readonly ShopRun[],
  today: Day,
): AdsGap[] {
  const runs = runsByShop(reported)
  return [...shops].flatMap(([shopId, span]) =>
    missingSpans(range, span, runs.get(shopId) ?? [], today).map((span) => ({ shopId, ...span })),
  )
}

export const daysOfGaps = (gaps: readonly AdsGap[]): number =>
  gaps.reduce((sum, { from, to }) => sum + daysBetween(from, to) + 1, 0)

/** The missing days of one shop, for people. */
export type NamedGap = { shopId: string; shop: string; days: number; spans: DayRange[] }

export function nameGaps(gaps: readonly AdsGap[], shops: readonly { id: string; name: string }[]): NamedGap[] {
  const ids = [...new Set(gaps.map(({ shopId }) => shopId))]
  return ids.map((shopId) => {
    const own = gaps.filter((gap) => gap.shopId === shopId)
    const spans = own.map(({ from, to }) => ({ from, to }))
    return { shopId, shop: shops.find(({ id }) => id === shopId)?.name ?? '', days: daysOfGaps(own), spans }
  })
}

/** The spending although the shop is set not to advertise: no run holds days before and after that. */
export function despiteOf(
  reported: readonly (ShopRun & { spendCents: Cents; spentDays: number })[],
  noAds: ReadonlyMap<string, Day>,
): AdsDespite[] {
  const results = new Map<string, AdsDespite>()
  for (const { shopId, from, spendCents, spentDays } of reported) {
    const noAdsFrom = noAds.get(shopId)
    if (!noAdsFrom || from < noAdsFrom || spentDays === 0) continue
    const { days, cents } = results.get(shopId) ?? { days: 0, cents: 0n }
    results.set(shopId, { shopId, days: days + spentDays, cents: cents + spendCents })
  }
  return [...results.values()]
}

/** Spans of consecutive months become one; those of a shop stand together, in the order of their days. */
export function addGaps(all: readonly (readonly AdsGap[])[]): AdsGap[] {
  const byShop = new Map<string, AdsGap[]>()
  for (const gap of all.flat().toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const gaps = byShop.get(gap.shopId) ?? []
    byShop.set(gap.shopId, gaps)
    const last = gaps.at(-1)
    if (last && gap.from <= addDays(last.to, 1)) last.to = gap.to > last.to ? gap.to : last.to
    else gaps.push({ ...gap })
  }
  return [...byShop.values()].flat()
}

export function addDespite(all: readonly (readonly AdsDespite[])[]): AdsDespite[] {
  const byShop = new Map<string, AdsDespite>()
  for (const { shopId, days, cents } of all.flat()) {
    const sum = byShop.get(shopId) ?? { shopId, days: 0, cents: 0n }
    byShop.set(shopId, { shopId, days: sum.days + days, cents: sum.cents + cents })
  }
  return [...byShop.values()]
}

export const addCoverage = (all: readonly AdsCoverage[]): AdsCoverage =>
  all.reduce(
    (sum, { expectedDays, missingDays }) => ({
      expectedDays: sum.expectedDays + expectedDays,
      missingDays: sum.missingDays + missingDays,
    }),
    { expectedDays: 0, missingDays: 0 },
  )

/** Nothing at all is known of what was spent: never zero. */
export const isMissing = ({ expectedDays, missingDays }: AdsCoverage): boolean =>
  expectedDays > 0 && missingDays === expectedDays

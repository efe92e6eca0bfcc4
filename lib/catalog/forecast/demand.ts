import { addDays, addMonths, type Day, type DayRange } from '@/lib/core/dates'
import { buildSalesCalendar, numberOf, sumIndex, type DayNumber, type SalesCalendar } from './sales-calendar'

/**
 * So many units sold a year ago count as the company's season beside the product's own: what sold more than that has a
 * season of its own, what sold less goes by the company's (shrinkage towards the group's index; Withycombe, 1989).
 */
export const SHARED_UNITS = 100

/**
 * The sales of so many days before the period count beside it for so many units at the most: a product that sold little in the
 * period goes by a longer one, a product that sold much by the period (a gamma prior of the pace; Robbins, 1956).
 */
export const EARLIER_UNITS = 5
export const EARLIER_DAYS = 180
const EARLIER_MONTHS = EARLIER_DAYS / 30

/** Before the period: the units sold, and the sum of the indexes of the days on which the product could sell. */
export type Earlier = { sold: number; index: number }

export const earlierWeight = (sold: number): number => (sold > EARLIER_UNITS ? EARLIER_UNITS / sold : 1)

type LastYear = { base: number; ahead: number }

/**
 * Units expected in a span, in thousandths: what the base sold, and earlier sales beside it, ÷ their days × the days ahead, by
 * their indexes. A product that the base did not sell at all is expected to sell nothing.
 */
export function forecastThousandths(
  sold: number,
  { base, ahead, earlier }: { base: number; ahead: number; earlier: Earlier },
  lastYear: LastYear | null,
): number {
  if (sold <= 0 || base <= 0) return 0
  const ratio = ahead / base
  const weight = earlierWeight(earlier.sold)
  const pace = (sold + weight * earlier.sold) / (base + weight * earlier.index)
  const own = lastYear ? (lastYear.ahead / ratio + SHARED_UNITS) / (lastYear.base + SHARED_UNITS) : 1
  return Math.round(pace * ahead * own * 1000)
}

/** The units of a product by month ('2026-03-01'); a month that is not named sold nothing. */
export type MonthlyUnits = ReadonlyMap<Day, number>

export type ForecastError = {
  months: number
  products: number
  actual: number
  /** Sums of absolute errors, in thousandths of a unit: their share of what was sold is the WAPE (Kolassa and Schütz, 2007). */
  missed: number
  lastMonthMissed: number
}
/** How far what was sold lay from the forecast, in thousandths of it: a tenth of the cases below `low`, a tenth above `high`. */
export type Range = { low: number; high: number }
export type BackTest = { error: ForecastError | null; ranges: { upTo: number | null; range: Range }[] }

export const TESTED_MONTHS = 6
/** The forecast may go by the last one, two or three months. */
export const BASE_MONTHS = [1, 2, 3] as const
/** Products that sell alike miss alike. */
const classes = [10, 100, null] as const
/** Fewer cases show no tenth. */
const ENOUGH_CASES = 30

export const monthRange = (month: Day): DayRange => ({ from: month, to: addDays(addMonths(month, 1), -1) })

/**
 * Each of the last whole months forecast from what was known on its first day, and compared with what then sold; beside
 * it 'the same as last month'. `baseMonths` is how many months the forecast goes by. A product counts from the month
 * after its first whole one.
 */
export function backTest(
  products: readonly MonthlyUnits[],
  sold: readonly { day: Day; units: number }[],
  { today, baseMonths }: { today: Day; baseMonths: number },
): BackTest {
  const days = sold.map(({ day, units }) => ({ day: numberOf(day), units }))
  const first = sold.reduce<Day | null>((least, { day }) => (least === null || day < least ? day : least), null)
  const thisMonth = `${today.slice(0, 7)}-01`
  const error: ForecastError = { months: 0, products: 0, actual: 0, missed: 0, lastMonthMissed: 0 }
  const ratios = classes.map((): number[] => [])
  const tested = new Set<MonthlyUnits>()
  for (let back = 1; back <= TESTED_MONTHS; back++) {
    const month = addMonths(thisMonth, -back)
    const baseFrom = addMonths(month, -baseMonths)
    if (first === null || baseFrom < first) break
    const base = { from: baseFrom, to: addDays(month, -1) }
    const calendar = buildSalesCalendar(days, numberOf(month), baseMonths * 31)
    const weights = { base: sumIndex(calendar, base), ahead: sumIndex(calendar, monthRange(month)) }
    const known = earlierMonths(calendar, baseFrom, first)
    const monthsFrom = (from: Day, count: number) => Array.from({ length: count }, (_, at) => addMonths(from, at))
    const spans = {
      ahead: [month],
      base: monthsFrom(baseFrom, baseMonths),
      last: [addMonths(month, -1)],
      aheadBefore: [addMonths(month, -12)],
      baseBefore: monthsFrom(addMonths(baseFrom, -12), baseMonths),
    }
    for (const product of products) {
      const unitsIn = (span: keyof typeof spans) => spans[span].reduce((sum, each) => sum + (product.get(each) ?? 0), 0)
      const [actual, before] = [unitsIn('ahead'), unitsIn('base')]
      if (before <= 0) continue
      const lastYear = calendar.knows.season ? { base: unitsIn('baseBefore'), ahead: unitsIn('aheadBefore') } : null
      const forecast = forecastThousandths(before, { ...weights, earlier: earlierOf(product, known) }, lastYear)
      error.actual += actual
      error.missed += Math.abs(forecast - actual * 1000)
      error.lastMonthMissed += Math.abs(unitsIn('last') - actual) * 1000
      tested.add(product)
      const kind = classes.findIndex((upTo) => upTo === null || forecast < upTo * 1000)
      if (forecast >= 1000) ratios[kind]!.push(Math.round((actual * 1_000_000) / forecast))
    }
    error.months += 1
  }
  error.products = tested.size
  return {
    error: error.months > 0 && error.actual > 0 ? error : null,
    ranges: classes.flatMap((upTo, at) => {
      const sorted = ratios[at]!.toSorted((a, b) => a - b)
      if (sorted.length < ENOUGH_CASES) return []
      return [{ upTo, range: { low: quantile(sorted, 0.1), high: quantile(sorted, 0.9) } }]
    }),
  }
}

type KnownMonth = { month: Day; index: number }

/** The whole months before the base that the company's sales reach back to, the newest first. */
function earlierMonths(calendar: SalesCalendar, baseFrom: Day, first: Day): KnownMonth[] {
  return Array.from({ length: EARLIER_MONTHS }, (_, at) => addMonths(baseFrom, -1 - at))
    .filter((month) => month >= first)
    .map((month) => ({ month, index: sumIndex(calendar, monthRange(month)) }))
}

/** A product is known from the first month that it sold in. */
function earlierOf(product: MonthlyUnits, months: readonly KnownMonth[]): Earlier {
  const since = [...product.keys()].reduce((least, month) => (month < least ? month : least))
  const own = months.filter(({ month }) => month >= since)
  return {
    sold: own.reduce((sum, { month }) => sum + (product.get(month) ?? 0), 0),
    index: own.reduce((sum, { index }) => sum + index, 0),
  }
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))]!

export const rangeOf = ({ ranges }: BackTest, units: number): Range | null =>
  ranges.find(({ upTo }) => upTo === null || units < upTo)?.range ?? null

/** The last day on which stock is left, counted from today; null where it lasts longer than `most` days. */
export function lastsDays(
  calendar: SalesCalendar,
  { today, available, perIndex, most = 365 }: { today: Day; available: number; perIndex: number; most?: number },
): number | null {
  const start = numberOf(today)
  let used = 0
  for (let days = 0; days < most; days++) {
    used += calendar.indexAt(start + days) * perIndex
    if (used > available) return days
  }
  return null
}

/** The calendar's days as the database takes them: sums from today on, and backwards from yesterday. */
export function sumsOf(calendar: SalesCalendar, today: Day, { ahead, behind }: { ahead: number; behind: number }) {
  const start = numberOf(today)
  const sums = (count: number, dayAt: (at: number) => DayNumber) => {
    let sum = 0
    return Array.from({ length: count }, (_, at) => (sum += calendar.indexAt(dayAt(at))))
  }
  return { ahead: sums(ahead, (at) => start + at), behind: sums(behind, (at) => start - 1 - at) }
}

import { largest } from '@/lib/core/big-int'
import { quantile } from '@/lib/catalog/forecast/demand'
import { buildSalesCalendar, numberOf, type DayNumber } from '@/lib/catalog/forecast/sales-calendar'
import { addDays, type Day } from '@/lib/core/dates'

/** Sales as they were made, of the platform's shops: cancellations come later and are part of the share that is paid. */
export type SaleDay = { day: Day; orders: number; cents: bigint }
export type PaidDay = { day: Day; cents: bigint }
/** How many of a day's orders were paid so many days later: a sample of every other day's. */
export type LagCount = { day: Day; lag: number; orders: number }

export type PayoutFacts = { sales: readonly SaleDay[]; paid: readonly PaidDay[]; lags: readonly LagCount[] }

export type ForecastWeek = {
  from: Day
  to: Day
  cents: bigint
  /** A tenth of the tested weeks lay below, a tenth above; null where too few were tested. */
  lowCents: bigint | null
  highCents: bigint | null
}
/** Sums over the weeks ahead of each of so many tested days; their shares of what was paid are the errors. */
export type PayoutError = { tests: number; paidCents: bigint; missedCents: bigint; lastMonthMissedCents: bigint }
export type PayoutForecast = { weeks: ForecastWeek[]; error: PayoutError | null; usualLag: number }

const LAGS = 60
/** Orders are sampled from sales that have had the time to be paid. */
const LAG_FROM_DAYS = 84
const LAG_TO_DAYS = 28
const ENOUGH_LAGS = 20
/** The share of sales that is paid is measured on these days. */
const SHARE_DAYS = 56
const LEVEL_DAYS = 28
export const TESTED_WEEKS = 16
const ENOUGH_TESTS = 8
const THOUSANDTHS = 1000n

/** The days that the forecast reads: sales for a season of two years, payouts and lags of the tested weeks and those before. */
export const HISTORY = {
  salesDays: 2 * 364 + 120,
  paidDays: 7 * TESTED_WEEKS + SHARE_DAYS,
  lagDays: 7 * TESTED_WEEKS + LAG_FROM_DAYS,
  lagUntilDays: LAG_TO_DAYS,
} as const

const distance = (a: bigint, b: bigint) => (a > b ? a - b : b - a)

/**
 * Payouts are past sales moved on by the days that the shop's own orders took until they were paid, × the share of sales
 * that was paid in the last eight weeks; sales to come are those of the last four weeks by the sales calendar. Null while
 * too little is known.
 */
export function forecastPayouts(facts: PayoutFacts, today: Day, weeks: number): PayoutForecast | null {
  const numbered = numberDays(facts)
  const start = numberOf(today)
  const now = payoutsFrom(numbered, start, weeks)
  if (!now) return null
  const error: PayoutError = { tests: 0, paidCents: 0n, missedCents: 0n, lastMonthMissedCents: 0n }
  const ratios = Array.from({ length: weeks }, (): number[] => [])
  for (let back = 1; back <= TESTED_WEEKS; back++) {
    const origin = start - 7 * back
    const tested = payoutsFrom(numbered, origin, Math.min(weeks, back))
    if (!tested) break
    error.tests += 1
    const lastMonth = sumOf(numbered.paid, origin - 28, 28) / 4n
    for (const [at, forecast] of tested.weeks.entries()) {
      const actual = sumOf(numbered.paid, origin + 7 * at, 7)
      error.paidCents += actual
      error.missedCents += distance(forecast, actual)
      error.lastMonthMissedCents += distance(lastMonth, actual)
      if (forecast > 0n) ratios[at]!.push(Number((actual * THOUSANDTHS) / forecast))
    }
  }
  return {
    usualLag: now.usualLag,
    error: error.tests > 0 && error.paidCents > 0n ? error : null,
    weeks: now.weeks.map((cents, at) => {
      const sorted = ratios[at]!.toSorted((a, b) => a - b)
      const bound = (share: number) =>
        sorted.length < ENOUGH_TESTS ? null : (cents * BigInt(quantile(sorted, share))) / THOUSANDTHS
      const from = addDays(today, 7 * at)
      return { from, to: addDays(from, 6), cents, lowCents: bound(0.1), highCents: bound(0.9) }
    }),
  }
}

type Numbered = {
  sales: { day: DayNumber; units: number }[]
  sold: ReadonlyMap<DayNumber, bigint>
  paid: ReadonlyMap<DayNumber, bigint>
  lags: { day: DayNumber; lag: number; orders: number }[]
  firstSale: DayNumber
  firstPaid: DayNumber
}

function numberDays({ sales, paid, lags }: PayoutFacts): Numbered {
  const sold = sales.map(({ day, orders, cents }) => ({ day: numberOf(day), units: orders, cents }))
  const paidDays = paid.map(({ day, cents }) => [numberOf(day), cents] as const)
  return {
    sales: sold,
    sold: new Map(sold.map(({ day, cents }) => [day, cents])),
    paid: new Map(paidDays),
    lags: lags.map((each) => ({ ...each, day: numberOf(each.day) })),
    firstSale: Math.min(...sold.map(({ day }) => day)),
    firstPaid: Math.min(...paidDays.map(([day]) => day)),
  }
}

const sumOf = (cents: ReadonlyMap<DayNumber, bigint>, from: DayNumber, days: number) =>
  Array.from({ length: days }, (_, at) => cents.get(from + at) ?? 0n).reduce((a, b) => a + b, 0n)

/** The weeks from a day on, from what was known on it. */
function payoutsFrom({ sales, sold, paid, lags, firstSale, firstPaid }: Numbered, origin: DayNumber, weeks: number) {
  const shareFrom = origin - SHARE_DAYS
  if (firstPaid > shareFrom + 7 || firstSale > shareFrom - 7) return null
  const counts = Array.from({ length: LAGS + 1 }, () => 0)
  for (const { day, lag, orders } of lags) {
    const age = origin - day
    if (age <= LAG_FROM_DAYS && age >= LAG_TO_DAYS && lag <= LAGS && day + lag < origin) counts[lag]! += orders
  }
  const sampled = counts.reduce((a, b) => a + b, 0)
  if (sampled < ENOUGH_LAGS) return null
  const calendar = buildSalesCalendar(sales, origin, LEVEL_DAYS)
  const levelCents = sumOf(sold, origin - LEVEL_DAYS, LEVEL_DAYS)
  let levelIndex = 0
  for (let day = origin - LEVEL_DAYS; day < origin; day++) levelIndex += calendar.indexAt(day)
  const soldOn = (day: DayNumber) =>
    day < origin ? (sold.get(day) ?? 0n) : (levelCents * BigInt(calendar.indexAt(day))) / BigInt(levelIndex)
  const known = new Map<DayNumber, bigint>()
  const shares = counts.flatMap((count, lag) => (count > 0 ? [{ lag, count: BigInt(count) }] : []))
  /** Sales that would be paid on these days, times the sampled orders. */
  const dueIn = (from: DayNumber, days: number) => {
    let sum = 0n
    for (let day = from; day < from + days; day++)
      for (const { lag, count } of shares) {
        const cents = known.get(day - lag) ?? soldOn(day - lag)
        known.set(day - lag, cents)
        sum += cents * count
      }
    return sum
  }
  const [paidCents, dueCents] = [sumOf(paid, shareFrom, SHARE_DAYS), dueIn(shareFrom, SHARE_DAYS)]
  if (dueCents <= 0n || paidCents <= 0n) return null
  let passed = 0
  return {
    weeks: Array.from({ length: weeks }, (_, at) => largest(0n, (dueIn(origin + 7 * at, 7) * paidCents) / dueCents)),
    usualLag: counts.findIndex((count) => (passed += count) * 2 >= sampled),
  }
}

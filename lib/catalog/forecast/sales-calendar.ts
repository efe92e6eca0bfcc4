import { addDays, daysBetween, type Day, type DayRange } from '@/lib/core/dates'

/**
 * The days of a sales calendar: each has an index in thousandths of a usual day. It is weekday × campaign day × season,
 * the multiplicative classical decomposition (Hyndman and Athanasopoulos, "Forecasting: Principles and Practice", 3rd
 * edition, 3.4), with ratios of sums in place of means so that days without sales do no harm.
 */
export type SalesCalendar = {
  /** The effects that the company's own history shows; an unknown one is left out, never assumed. */
  knows: { weekdays: boolean; campaigns: boolean; season: boolean }
  /** The first day with a sale; null where none is known. */
  since: DayNumber | null
  /** A whole number above zero, of a day by its number. */
  indexAt: (day: DayNumber) => number
}

/** Days since 1 January 1970: a calendar is asked for thousands of them. */
export type DayNumber = number
export const numberOf = (day: Day): DayNumber => daysBetween('1970-01-01', day)
export const dayOf = (number: DayNumber): Day => addDays('1970-01-01', number)

export const USUAL = 1000
/** The same weekday a year before. */
export const YEAR = 364
const WEEKDAY_DAYS = 84
const CAMPAIGN_DAYS = 400
/** Usual days on both sides of a day that make its level. */
const AROUND = 10
/** Fewer units than these show no pattern. */
const ENOUGH_UNITS = 100
const ENOUGH_EXPECTED = 5
/** A figure beyond these is chance: a campaign sells several times a usual day, a season a few times a usual month. */
const MOST_OF_DAY = 10
const MOST_OF_SEASON = 4

const bound = (ratio: number, most: number) => Math.min(most, Math.max(1 / most, ratio))
/** Sunday is 0; the first day of 1970 was a Thursday. */
const weekdayOf = (day: DayNumber) => (day + 4) % 7

export type CampaignDay = 'double' | 'blackFriday' | 'middle' | 'payday' | 'christmas'

/** The marketplace's days: double dates (11.11), the Friday after the fourth Thursday of November, the 15th and the 25th. */
export function campaignDayOf(day: DayNumber): CampaignDay | null {
  const calendar = new Date(day * 86_400_000)
  const [month, date] = [calendar.getUTCMonth() + 1, calendar.getUTCDate()]
  if (month === date) return 'double'
  if (month === 11 && weekdayOf(day) === 5 && date >= 23 && date <= 29) return 'blackFriday'
  if (date === 15) return 'middle'
  if (date === 25) return month === 12 ? 'christmas' : 'payday'
  return null
}

/** `units` are those of each day from `first` up to the day before `today`. */
type History = { units: number[]; campaigns: (CampaignDay | null)[]; first: DayNumber; today: DayNumber }

/** Sales by day before `today`, nothing on days that are not named; `baseDays` is the period that a forecast goes by. */
export function buildSalesCalendar(
  sold: readonly { day: DayNumber; units: number }[],
  today: DayNumber,
  baseDays: number,
): SalesCalendar {
  const first = sold.reduce((least, { day }) => Math.min(least, day), today)
  const units = Array.from({ length: today - first }, () => 0)
  for (const { day, units: ofDay } of sold) if (day < today) units[day - first] = ofDay
  const history = { units, campaigns: units.map((_, at) => campaignDayOf(first + at)), first, today }
  const weekdays = weekdayFactors(history)
  const weekdayFactor = (day: DayNumber) => weekdays?.[weekdayOf(day)] ?? 1
  const levelOf = levels(history, weekdayFactor)
  const campaigns = campaignFactors(history, weekdayFactor, levelOf)
  const season = seasonFactors(history, levelOf, baseDays)
  const known = new Map<DayNumber, number>()
  return {
    knows: { weekdays: weekdays !== null, campaigns: campaigns.isKnown, season: season !== null },
    since: sold.length > 0 ? first : null,
    indexAt: (day) => {
      const index =
        known.get(day) ?? Math.max(1, Math.round(USUAL * weekdayFactor(day) * campaigns.of(day) * (season?.(day) ?? 1)))
      known.set(day, index)
      return index
    },
  }
}

/** Every day alike: of a company whose sales show no pattern yet. */
export const flatCalendar: SalesCalendar = {
  knows: { weekdays: false, campaigns: false, season: false },
  since: null,
  indexAt: () => USUAL,
}

export function sumIndex(calendar: SalesCalendar, { from, to }: DayRange): number {
  let sum = 0
  for (let day = numberOf(from); day <= numberOf(to); day++) sum += calendar.indexAt(day)
  return sum
}

/** Usual days of the last twelve weeks; null where there are too few. */
function weekdayFactors({ units, campaigns, first, today }: History): number[] | null {
  const totals = Array.from({ length: 7 }, () => ({ units: 0, days: 0 }))
  for (let at = Math.max(0, units.length - WEEKDAY_DAYS); at < today - first; at++) {
    if (campaigns[at]) continue
    const total = totals[weekdayOf(first + at)]!
    total.units += units[at]!
    total.days += 1
  }
  const sum = totals.reduce((all, total) => all + total.units, 0)
  if (sum < ENOUGH_UNITS || totals.some(({ days }) => days < 4)) return null
  const means = totals.map((total) => total.units / total.days)
  const mean = means.reduce((all, each) => all + each, 0) / 7
  return means.map((each) => bound(each / mean, MOST_OF_DAY))
}

type Factor = (day: DayNumber) => number
type LevelOf = (day: DayNumber) => { level: number; units: number } | null

/** The sales of usual days around a day, brought to its weekday; null where too few of them are known. */
function levels({ units, campaigns, first }: History, weekdayFactor: Factor): LevelOf {
  const sums = [{ units: 0, weight: 0, days: 0 }]
  for (const [at, ofDay] of units.entries()) {
    const before = sums[at]!
    sums.push(
      campaigns[at]
        ? before
        : { units: before.units + ofDay, weight: before.weight + weekdayFactor(first + at), days: before.days + 1 },
    )
  }
  const sumAt = (at: number) => sums[Math.min(sums.length - 1, Math.max(0, at))]!
  return (day) => {
    const [from, to] = [sumAt(day - first - AROUND), sumAt(day - first + AROUND + 1)]
    if (to.days - from.days <= AROUND / 2) return null
    return { level: (to.units - from.units) / (to.weight - from.weight), units: to.units - from.units }
  }
}

/**
 * How much the last year's campaign days sold beyond usual days around them. A double date has its own factor of the
 * year before where it is known, half and half with that of all of them: a single day is mostly chance.
 */
function campaignFactors({ units, campaigns, first }: History, weekdayFactor: Factor, levelOf: LevelOf) {
  const ofKind = new Map<CampaignDay, { units: number; expected: number }>()
  const ofDate = new Map<string, number>()
  for (let at = Math.max(0, units.length - CAMPAIGN_DAYS); at < units.length; at++) {
    const kind = campaigns[at]
    const around = kind && levelOf(first + at)
    if (!kind || !around) continue
    const expected = around.level * weekdayFactor(first + at)
    const total = ofKind.get(kind) ?? { units: 0, expected: 0 }
    ofKind.set(kind, { units: total.units + units[at]!, expected: total.expected + expected })
    if (expected >= ENOUGH_EXPECTED) ofDate.set(dateOf(first + at), bound(units[at]! / expected, MOST_OF_DAY))
  }
  const factors = new Map(
    [...ofKind]
      .filter(([, { expected }]) => expected >= ENOUGH_EXPECTED)
      .map(([kind, total]) => [kind, bound(total.units / total.expected, MOST_OF_DAY)]),
  )
  return {
    isKnown: factors.size > 0,
    of: (day: DayNumber) => {
      const kind = campaignDayOf(day)
      const factor = kind ? (factors.get(kind) ?? 1) : 1
      const own = kind === 'double' ? ofDate.get(dateOf(day)) : undefined
      return own === undefined ? factor : (factor + own) / 2
    },
  }
}

const dateOf = (day: DayNumber) => dayOf(day).slice(5)

/** The level of a year before, where it is known from the days of the base on: thirteen months and more. */
function seasonFactors({ first, today }: History, levelOf: LevelOf, baseDays: number): Factor | null {
  if (today - first < YEAR + baseDays + AROUND) return null
  const now = levelOf(today - YEAR)
  if (!now || now.units < ENOUGH_UNITS) return null
  return (day) => {
    // A day more than a year ahead has its season in the last year too.
    const then = levelOf(day - YEAR * (1 + Math.max(0, Math.floor((day - today) / YEAR))))
    return then ? bound(then.level / now.level, MOST_OF_SEASON) : 1
  }
}

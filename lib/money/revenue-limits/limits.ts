import { addDays, addMonths, daysBetween, startOfMonth, type Day } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { estimateSimples, simplesBands, type SimplesEstimate } from '@/lib/identity/settings/simples'

/** The revenue of an entity in a month, over every channel; null where it is unknown. */
export type Month = { month: Day; cents: Cents | null }

export type Limited = 'mei' | 'simples'
/** The limit since a year, known up to `until`. */
type YearLimit = { since: number; until: number; cents: Cents }
/** Newest first. Source: Lei Complementar 123/2006, art. 3 and 18-A; for 2027 a bill of June 2026 wants another for the MEI. */
const yearLimits: Record<Limited, readonly [YearLimit, ...YearLimit[]]> = {
  mei: [{ since: 2018, until: 2026, cents: 81_000_00n }],
  simples: [{ since: 2018, until: 2026, cents: 4_800_000_00n }],
}

/** The limit of a year; of one that is not known yet the last known, with its year. */
function yearLimitOf(kind: Limited, year: number): { cents: Cents; lastKnownYear: number | null } {
  const [newest] = yearLimits[kind]
  const { cents, until } = yearLimits[kind].find(({ since }) => since <= year) ?? newest
  return { cents, lastKnownYear: until < year ? until : null }
}

export type RevenueLimit = {
  kind: Limited
  limitCents: Cents
  /** For a whole year. */
  yearLimitCents: Cents
  /** The year that the limit is of, where this year's is not known yet. */
  lastKnownYear: number | null
  /** The number of months in the limit, where the entity opened this year. */
  months: number | null
  yearCents: Cents
  /** This year's months up to now, and the unknown ones: counted as zero. */
  yearMonths: number
  unknown: Day[]
  /** Share of the limit, in thousandths. */
  share: bigint
  /** At the pace of the last 90 days; null where it is not crossed this year, today where it is already. */
  crossesOn: Day | null
  paceCents: Cents
}

const yearOf = (day: Day) => day.slice(0, 4)

/** In the year it opened, a twelfth for each month from the first on, begun months included. */
export function limitOf(
  kind: Limited,
  openedOn: Day | null,
  today: Day,
): Pick<RevenueLimit, 'limitCents' | 'yearLimitCents' | 'lastKnownYear' | 'months'> {
  const { cents, lastKnownYear } = yearLimitOf(kind, Number(yearOf(today)))
  const isOpening = openedOn !== null && yearOf(openedOn) === yearOf(today)
  const months = isOpening ? 13 - Number(openedOn.slice(5, 7)) : null
  const limitCents = months === null ? cents : (cents / 12n) * BigInt(months)
  return { limitCents, yearLimitCents: cents, lastKnownYear, months }
}

const sum = (months: readonly Month[]) => months.reduce((total, { cents }) => total + (cents ?? 0n), 0n)

type Facts = { openedOn: Day | null; today: Day; months: readonly Month[]; last90Cents: Cents; pacedDays?: number }

export function readRevenueLimit(
  kind: Limited,
  { openedOn, today, months, last90Cents, pacedDays = 90 }: Facts,
): RevenueLimit {
  const limit = limitOf(kind, openedOn, today)
  const { limitCents } = limit
  const ofYear = months.filter(({ month }) => yearOf(month) === yearOf(today))
  const yearCents = sum(ofYear)
  const days = BigInt(Math.max(1, pacedDays))
  return {
    kind,
    ...limit,
    yearCents,
    yearMonths: ofYear.length,
    unknown: ofYear.flatMap(({ month, cents }) => (cents === null ? [month] : [])),
    share: (yearCents * 1_000n) / limitCents,
    crossesOn: crossingDay(limitCents - yearCents, last90Cents, days, today),
    paceCents: (last90Cents * 30n) / days,
  }
}

/** The first day on which more than what is left would have come in. */
function crossingDay(leftCents: Cents, paceCents: Cents, paceDays: bigint, today: Day): Day | null {
  if (leftCents < 0n) return today
  if (paceCents <= 0n) return null
  const days = (leftCents * paceDays) / paceCents + 1n
  const rest = daysBetween(today, `${yearOf(today)}-12-31`)
  return days > BigInt(rest) ? null : addDays(today, Number(days))
}

export type Rbt12 = {
  cents: Cents
  /** The twelve months before this one; fewer where the entity is younger, and then brought to a year. */
  months: number
  isProportional: boolean
  /** The unknown months among them: counted as zero. */
  unknown: Day[]
}

/**
 * Revenue of the twelve months before this one. For an entity younger than that, the mean of its months times twelve;
 * in its first month, that month's times twelve.
 */
export function readRbt12(months: readonly Month[], openedOn: Day | null, today: Day): Rbt12 {
  const first = startOfMonth(today)
  const opened = openedOn ? startOfMonth(openedOn) : null
  const wanted = Array.from({ length: 12 }, (_, index) => addMonths(first, index - 12)).filter(
    (month) => !opened || month >= opened,
  )
  const isFirst = wanted.length === 0
  const counted = isFirst ? [first] : wanted
  const matches = counted.map((month) => ({ month, cents: months.find((each) => each.month === month)?.cents ?? null }))
  const total = sum(matches)
  const isProportional = counted.length < 12
  return {
    cents: isProportional ? (total * 12n) / BigInt(counted.length) : total,
    months: counted.length,
    isProportional,
    unknown: matches.filter(({ cents }) => cents === null).map(({ month }) => month),
  }
}

export type SimplesState = {
  rbt12: Rbt12
  /** Null above the last band, where Simples ends. */
  band: SimplesEstimate | null
  next: { number: number; fromCents: Cents; nominal: bigint; missingCents: Cents } | null
}

export function readSimples(months: readonly Month[], openedOn: Day | null, today: Day): SimplesState {
  const rbt12 = readRbt12(months, openedOn, today)
  const band = estimateSimples(rbt12.cents)
  const following = band ? simplesBands[band.number] : undefined
  return {
    rbt12,
    band,
    next:
      band && following
        ? {
            number: band.number + 1,
            fromCents: band.upToCents + 1n,
            nominal: following.nominal,
            missingCents: band.upToCents - rbt12.cents,
          }
        : null,
  }
}

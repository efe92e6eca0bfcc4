import { addDays, addMonths, type Day } from '@/lib/core/dates'

export const repeatingRhythms = ['weekly', 'monthly', 'yearly'] as const
export type RepeatingRhythm = (typeof repeatingRhythms)[number]
export type Rhythm = RepeatingRhythm | 'instalments'

export const maxInstalments = 120
/** How far ahead of today what repeats is made. */
export const madeAheadMonths = 13

const monthsOf = { monthly: 1, yearly: 12 } as const

/** The day so many steps after (or before) a due day. Day 31 stands for the last day of the shorter months. */
export function stepFrom(anchor: Day, rhythm: RepeatingRhythm, steps: number): Day {
  return rhythm === 'weekly' ? addDays(anchor, 7 * steps) : addMonths(anchor, monthsOf[rhythm] * steps)
}

export type Anchor = { anchorOn: Day; anchorAt: number }

export const dueAt = ({ anchorOn, anchorAt }: Anchor, rhythm: RepeatingRhythm, place: number): Day =>
  stepFrom(anchorOn, rhythm, place - anchorAt)

export type Repetition = Anchor & {
  rhythm: RepeatingRhythm
  made: number
  untilOn: Day | null
  times: number | null
}

/** Enough for two years of weeks; what is left is made the next day. */
const maxAtOnce = 120

/** The entries to make by now, up to a horizon; the first of all is made at any distance. */
export function listPlacesToMake(series: Repetition, horizon: Day): { place: number; dueOn: Day }[] {
  const places: { place: number; dueOn: Day }[] = []
  for (let place = series.made + 1; places.length < maxAtOnce; place += 1) {
    const dueOn = dueAt(series, series.rhythm, place)
    const past = (series.times !== null && place > series.times) || (series.untilOn !== null && dueOn > series.untilOn)
    if (past || (dueOn > horizon && place > 1)) break
    places.push({ place, dueOn })
  }
  return places
}

/** Equal parts that add up to the total; the cents that do not divide go to the first. */
export function splitInstalments(totalCents: bigint, count: number): bigint[] {
  const part = totalCents / BigInt(count)
  const first = totalCents - part * BigInt(count - 1)
  return [first, ...Array.from({ length: count - 1 }, () => part)]
}

import { addDays, daysBetween, type Day, type DayRange } from '../dates'

/** Of how many days of shops a report should tell what was spent on ads, and of how many none does. */
export type AdsCoverage = { expectedDays: number; missingDays: number }

/** The report of a day comes when it is over: today's is asked for only where nothing else is. */
const lastTold = ({ from, to }: DayRange, today: Day): Day => {
  const last = from < today ? addDays(today, -1) : today
  return to < last ? to : last
}

/** Of one shop whose reports are asked for from `first` on; `reported` are the days that a report tells of. */
export function coverageOf(range: DayRange, first: Day, reported: readonly Day[], today: Day): AdsCoverage {
  const from = first > range.from ? first : range.from
  const to = lastTold(range, today)
  if (from > to) return { expectedDays: 0, missingDays: 0 }
  const expectedDays = daysBetween(from, to) + 1
  return { expectedDays, missingDays: expectedDays - reported.filter((day) => day >= from && day <= to).length }
}

/** From when on a report is asked for: the first sale of the period, but no day before the shop advertised; nothing of one that never did. */
export function askedFrom(firsts: ReadonlyMap<string, Day>, since: ReadonlyMap<string, Day>): Map<string, Day> {
  const asked = [...firsts].map(([id, first]) => [id, since.get(id), first] as const)
  return new Map(asked.flatMap(([id, begun, first]) => (begun ? [[id, begun > first ? begun : first]] : [])))
}

/** Of several shops together. `told` are their reports, one a day and shop. */
export function coverageOfShops(
  range: DayRange,
  firsts: ReadonlyMap<string, Day>,
  told: readonly { day: Day; shopId: string }[],
  today: Day,
): Map<string, AdsCoverage> {
  const days = new Map<string, Day[]>()
  for (const { shopId, day } of told) {
    const known = days.get(shopId)
    if (known) known.push(day)
    else days.set(shopId, [day])
  }
  return new Map([...firsts].map(([id, first]) => [id, coverageOf(range, first, days.get(id) ?? [], today)]))
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
export const isUntold = ({ expectedDays, missingDays }: AdsCoverage): boolean =>
  expectedDays > 0 && missingDays === expectedDays

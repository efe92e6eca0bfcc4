import { addDays, type Day } from '@/lib/core/dates'

export type RateState = {
  state: 'past' | 'current' | 'future'
  /** The last day; none while no other follows. */ toDay: Day | null
}

/** Where a dated row stands among its entity's: in force from its day until the day before the next one. */
export function rateState({ fromDay }: { fromDay: Day }, rates: { fromDay: Day }[], today: Day): RateState {
  const following = rates.map((rate) => rate.fromDay).filter((day) => day > fromDay)
  const next = following.toSorted()[0]
  const toDay = next ? addDays(next, -1) : null
  if (fromDay > today) return { state: 'future', toDay }
  return { state: toDay === null || toDay >= today ? 'current' : 'past', toDay }
}

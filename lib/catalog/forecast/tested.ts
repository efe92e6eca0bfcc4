import { BASE_MONTHS, earlierWeight, type ForecastError } from './demand'

/** The whole months nearest to a period of days. */
export const baseMonthsOf = (days: number): number =>
  Math.min(Math.max(...BASE_MONTHS), Math.max(1, Math.round(days / 30)))

export const missedShare = ({ missed, actual }: ForecastError): number => missed / (actual * 1000)
export const lastMonthShare = ({ lastMonthMissed, actual }: ForecastError): number => lastMonthMissed / (actual * 1000)

const ENOUGH_SOLD = 5
const ENOUGH_DAYS = 14
/** Too few sales to say when a product runs out. */
export const isTooLittle = ({ sold, days }: { sold: number; days: number }): boolean =>
  sold < ENOUGH_SOLD || days < ENOUGH_DAYS

type Paced = { sold: number; days: number; soldBefore: number; daysBefore: number }

/** Units a day without the calendar, of the period and of what counts beside it. */
export function dailyPace({ sold, days, soldBefore, daysBefore }: Paced): number {
  const weight = earlierWeight(soldBefore)
  return sold > 0 ? (sold + weight * soldBefore) / (days + weight * daysBefore) : 0
}

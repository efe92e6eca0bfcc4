import { BASE_MONTHS, type ForecastError } from './demand'

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

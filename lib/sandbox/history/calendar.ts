import { apportion, chance } from './chance'

const DAY = 86_400
// Brazil has kept one offset all year since 2019.
const BRASILIA = -3 * 3600

export type HistoryDay = {
  no: number
  /** Midnight in Brasília, and its date. */
  startTime: number
  day: string
  orders: number
  isCampaign: boolean
}

const WEEKDAYS = [0.86, 1.12, 1.08, 1.05, 1.02, 0.98, 0.89]

/** Orders by hour of the day: night, lunch, evening. */
const HOURS = [18, 10, 6, 4, 4, 6, 14, 26, 40, 52, 58, 60, 64, 60, 56, 54, 54, 54, 56, 64, 76, 80, 66, 38]

/** The double dates of the marketplace; the big ones weigh more. */
const DOUBLE_DATES: Record<number, number> = { 9: 3.2, 10: 3, 11: 4.6, 12: 3.2 }
const DOUBLE_DATE = 2
const BLACK_FRIDAY = 3.6
const CAMPAIGN_FROM = 1.9

/** How much busier than its weekday a day is. */
export function campaignWeight(date: Date): number {
  const month = date.getUTCMonth() + 1
  const day = date.getUTCDate()
  if (day === month) return DOUBLE_DATES[month] ?? DOUBLE_DATE
  if (month === 11 && date.getUTCDay() === 5 && day >= 23 && day <= 29) return BLACK_FRIDAY
  if (day === 15) return 1.5
  if (day === 25) return month === 12 ? 0.3 : 1.25
  if (month === 12) return day < 20 ? 1.25 : 0.7
  return 1
}

/** Every day from the first to the last instant with its number of orders: weekdays, campaigns, growth and chance. */
export function planDays(plan: { seed: string; fromTime: number; toTime: number; orders: number }): HistoryDay[] {
  const first = Math.floor((plan.fromTime + BRASILIA) / DAY)
  const last = Math.floor((plan.toTime + BRASILIA) / DAY)
  const dates = Array.from({ length: last - first + 1 }, (_, index) => new Date((first + index) * DAY * 1000))
  const campaigns = dates.map(campaignWeight)
  const weights = dates.map((date, index) => {
    const growth = 0.6 + (0.8 * index) / Math.max(1, dates.length - 1)
    const noise = 0.88 + 0.24 * chance(plan.seed, 'day', date.toISOString())
    const share = index === dates.length - 1 ? (((plan.toTime + BRASILIA) % DAY) + 1) / DAY : 1
    return WEEKDAYS[date.getUTCDay()]! * campaigns[index]! * growth * noise * share
  })
  const orders = apportion(plan.orders, weights)
  return dates.map((date, index) => ({
    no: index,
    startTime: (first + index) * DAY - BRASILIA,
    day: date.toISOString().slice(0, 10),
    orders: orders[index]!,
    isCampaign: campaigns[index]! >= CAMPAIGN_FROM,
  }))
}

/** A thousand hours, each as often as it is busy: one drawn evenly follows the curve. */
export const hourSlots = (): number[] =>
  apportion(1000, HOURS).flatMap((count, hour) => Array<number>(count).fill(hour))

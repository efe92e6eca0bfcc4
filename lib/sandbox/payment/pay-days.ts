import { SAO_PAULO_OFFSET_SECONDS } from './order-incomes'

const DAY = 86_400
const HOUR = 3600
/** Payouts are credited on bank days from 9 to 18 h (article 2856 of 21/09/2026). */
const OPENS = 9 * HOUR
const CLOSES = 18 * HOUR

/** The nation's bank holidays that come on the same day each year. */
const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** Carnival, Good Friday and Corpus Christi, year by year. */
const MOVABLE = [
  '2024-02-12',
  '2024-02-13',
  '2024-03-29',
  '2024-05-30',
  '2025-03-03',
  '2025-03-04',
  '2025-04-18',
  '2025-06-19',
  '2026-02-16',
  '2026-02-17',
  '2026-04-03',
  '2026-06-04',
  '2027-02-08',
  '2027-02-09',
  '2027-03-26',
  '2027-05-27',
]

/** Takes a day counted from 1970 in São Paulo. */
export function isPayDay(dayNo: number): boolean {
  const date = new Date(dayNo * DAY * 1000)
  const day = date.toISOString().slice(0, 10)
  return date.getUTCDay() % 6 !== 0 && !FIXED.includes(day.slice(5)) && !MOVABLE.includes(day)
}

/** The first day, from this one on, on which money is credited. */
export function nextPayDay(dayNo: number): number {
  for (let day = dayNo; ; day += 1) if (isPayDay(day)) return day
}

/** When money that is free at `now` (unix seconds) is credited: at once within the hours of a bank day. */
export function payTime(now: number): number {
  const local = now + SAO_PAULO_OFFSET_SECONDS
  const dayNo = Math.floor(local / DAY)
  const hour = local - dayNo * DAY
  if (isPayDay(dayNo) && hour >= OPENS && hour < CLOSES) return now
  const next = nextPayDay(hour < CLOSES ? dayNo : dayNo + 1)
  return next * DAY + OPENS - SAO_PAULO_OFFSET_SECONDS
}

import { addDays, type Day } from '@/lib/core/dates'

const FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']
/** Days from Easter on which banks are closed: both days of Carnival, Good Friday and Corpus Christi. */
const MOVABLE = [-48, -47, -2, 60]

const yearOf = (day: Day) => Number(day.slice(0, 4))
const weekday = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The Gregorian calculation as Butcher published it (1876). */
function easterOf(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(Math.floor(sum / 31))}-${two((sum % 31) + 1)}`
}

/** Whether Brazilian banks settle on that day, by the national calendar. */
export function isBankDay(day: Day): boolean {
  if ([0, 6].includes(weekday(day)) || FIXED.includes(day.slice(5))) return false
  const easter = easterOf(yearOf(day))
  return !MOVABLE.some((days) => addDays(easter, days) === day)
}

/** That day, or the first one after it on which banks settle. */
export function nextBankDay(day: Day): Day {
  let next = day
  while (!isBankDay(next)) next = addDays(next, 1)
  return next
}

/** Bank days after the one day up to and with the other; what a weekend takes in counts as the bank day after it. */
export function bankDaysBetween(from: Day, to: Day): number {
  let days = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBankDay(day)) days += 1
  return to > from && !isBankDay(to) ? days + 1 : days
}

import {
  addDays,
  addMonths,
  daysBetween,
  isDay,
  startOfMonth,
  startOfWeek,
  type Day,
  type DayRange,
} from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { Refusal } from './grammar'

export const months: Record<Language, string> = {
  pt: 'janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
  en: 'january|february|march|april|may|june|july|august|september|october|november|december',
}
export const weekdays: Record<Language, string> = {
  pt: 'segunda|terca|quarta|quinta|sexta|sabado|domingo',
  en: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
}
export const numbers: Record<Language, string> = {
  pt: 'um|dois|tres|quatro|cinco|seis|sete|oito|nove|dez',
  en: 'one|two|three|four|five|six|seven|eight|nine|ten',
}

export const placeIn = (list: string, word: string) => list.split('|').indexOf(word)
const two = (value: number) => String(value).padStart(2, '0')

export function dayOf(year: number, month: number, date: number): Day {
  const day = `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
  if (!isDay(day)) throw new Refusal('periodInvalid')
  return day
}
export const endOfMonth = (day: Day) => addDays(addMonths(startOfMonth(day), 1), -1)
export const monthOf = (day: Day): DayRange => ({ from: startOfMonth(day), to: endOfMonth(day) })
export const single = (day: Day): DayRange => ({ from: day, to: day })
export const quarterOf = (day: Day): DayRange => {
  const from = dayOf(Number(day.slice(0, 4)), Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1, 1)
  return { from, to: endOfMonth(addMonths(from, 2)) }
}
export const halfOf = (day: Day): DayRange => {
  const from = dayOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)) > 6 ? 7 : 1, 1)
  return { from, to: endOfMonth(addMonths(from, 5)) }
}
export const yearOf = (year: number): DayRange => ({ from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) })
export const upTo = (range: DayRange, today: Day, isDue: boolean): DayRange =>
  isDue || range.to < today ? range : { ...range, to: today }
export const weekOf = (day: Day): DayRange => ({ from: startOfWeek(day), to: addDays(startOfWeek(day), 6) })

/** Without a year: the newest that has begun; of what is due, this year's. */
export function yearFor(month: number, given: string | undefined, today: Day, isDue: boolean, date = 1): number {
  if (given) return given.length === 2 ? 2000 + Number(given) : Number(given)
  const year = Number(today.slice(0, 4))
  return !isDue && `${two(month)}-${two(date)}` > today.slice(5) ? year - 1 : year
}

/** A date without its month: the newest that has come; of what is due, the next one. */
export function onDate(date: number, today: Day, isDue: boolean): DayRange {
  const month = startOfMonth(today)
  const isAhead = date > Number(today.slice(8))
  const step = isDue ? (isAhead || date === Number(today.slice(8)) ? 0 : 1) : isAhead ? -1 : 0
  const [year, of] = addMonths(month, step).split('-')
  return single(dayOf(Number(year), Number(of), date))
}

/** The last one before today; of what is due the next one, unless the last is said. Monday is 0. */
export function onWeekday(place: number, today: Day, isDue: boolean, said: string): DayRange {
  const ahead = (place - daysBetween(startOfWeek(today), today) + 7) % 7
  return single(addDays(today, isDue && !/ultim|passad|last/.test(said) ? ahead : ahead - 7))
}

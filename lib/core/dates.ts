import { tzOffset } from '@date-fns/tz'
import { locales, type Language } from '@/lib/core/language'

/** A calendar day in the organization's time zone, 'YYYY-MM-DD'. Compares as text. */
export type Day = string

export type DayRange = { from: Day; to: Day }
export type ParsedDay = { ok: true; day: Day } | { ok: false; error: 'dateInvalid' }

export const defaultTimeZone = 'America/Sao_Paulo'

const dayMs = 86_400_000
const firstYear = 1900
const lastYear = 2199
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const portugueseMonths = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

const two = (value: number) => String(value).padStart(2, '0')

function utcMidnight(day: Day): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Date.UTC(year, month - 1, date)
}

const toDay = (utcMs: number): Day => new Date(utcMs).toISOString().slice(0, 10)

export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const year = Number(value.slice(0, 4))
  return (
    year >= firstYear && year <= lastYear && !Number.isNaN(utcMidnight(value)) && toDay(utcMidnight(value)) === value
  )
}

/** The clock on the wall of that zone, as if it were UTC. */
const wallClockMs = (instant: Date, timeZone: string) => instant.getTime() + tzOffset(timeZone, instant) * 60_000

export function localDay(instant: Date, timeZone: string): Day {
  return toDay(wallClockMs(instant, timeZone))
}

/** The first instant of that local day. Where the clock skips midnight (Brazil until 2019) that is 01:00. */
export function startOfLocalDay(day: Day, timeZone: string): Date {
  const midnight = utcMidnight(day)
  const offsets = [midnight - dayMs, midnight + dayMs].map((ms) => tzOffset(timeZone, new Date(ms)))
  const starts = offsets.map((offset) => midnight - offset * 60_000).sort((a, b) => a - b)
  return new Date(starts.find((ms) => localDay(new Date(ms), timeZone) === day) ?? midnight)
}

/** The instants of a run of local days: from its first, inclusive, to the first after it, exclusive. */
export function localRange({ from, to }: DayRange, timeZone: string): { start: Date; end: Date } {
  return { start: startOfLocalDay(from, timeZone), end: startOfLocalDay(addDays(to, 1), timeZone) }
}

/** The instant of a wall-clock time ('2017-10-15', '13:45'); a time that the clock skips moves forward with it. */
export function localTime(day: Day, time: string, timeZone: string): Date {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  const wall = utcMidnight(day) + ((hour * 60 + minute) * 60 + second) * 1000
  const offsets = [wall - dayMs, wall + dayMs].map((ms) => tzOffset(timeZone, new Date(ms)))
  const instants = offsets.map((offset) => wall - offset * 60_000).sort((a, b) => a - b)
  const exact = instants.find((ms) => wallClockMs(new Date(ms), timeZone) === wall)
  return new Date(exact ?? instants.at(-1) ?? wall)
}

export function addDays(day: Day, days: number): Day {
  return toDay(utcMidnight(day) + days * dayMs)
}

/** The last day of a shorter month stands for the days it lacks: 31 January plus one month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfTarget = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(date, lastOfTarget)))
}

/** Whole days from one day to another; negative when `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMidnight(to) - utcMidnight(from)) / dayMs
}

export function listDays({ from, to }: DayRange): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))
}

/** Whole weeks, from Monday, that the days lie in. */
export function listWeeks({ from, to }: DayRange): Day[][] {
  const days = listDays({ from: startOfWeek(from), to: addDays(startOfWeek(to), 6) })
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Monday of the day's week. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -((new Date(utcMidnight(day)).getUTCDay() + 6) % 7))
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** '21/11/2026' in pt, 'Nov 21, 2026' in en. */
export function formatDay(day: Day, language: Language): string {
  const [year = '', month = '', date = ''] = day.split('-')
  if (language === 'pt') return `${date}/${month}/${year}`
  return `${englishMonths[Number(month) - 1]} ${Number(date)}, ${year}`
}

/** Without the year, for axes: '21/11' in pt, 'Nov 21' in en. */
export function formatDayShort(day: Day, language: Language): string {
  const [, month = '', date = ''] = day.split('-')
  return language === 'pt' ? `${date}/${month}` : `${englishMonths[Number(month) - 1]} ${Number(date)}`
}

/** 'nov/2026' in pt, 'Nov 2026' in en. */
export function formatMonth(day: Day, language: Language): string {
  const [year = '', month = ''] = day.split('-')
  return language === 'pt'
    ? `${portugueseMonths[Number(month) - 1]}/${year}`
    : `${englishMonths[Number(month) - 1]} ${year}`
}

/** '13:45' in pt, '1:45 PM' in en. */
export function formatTime(instant: Date, language: Language, timeZone: string): string {
  const clock = new Date(wallClockMs(instant, timeZone))
  const [hour, minute] = [clock.getUTCHours(), two(clock.getUTCMinutes())]
  return language === 'pt' ? `${two(hour)}:${minute}` : `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

/** '21/11/2026 13:45' in pt, 'Nov 21, 2026, 1:45 PM' in en. */
export function formatDateTime(instant: Date, language: Language, timeZone: string): string {
  const day = formatDay(localDay(instant, timeZone), language)
  return `${day}${language === 'pt' ? ' ' : ', '}${formatTime(instant, language, timeZone)}`
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes half a millisecond: each is made once. */
function zoneFormat(timeZone: string, language: Language): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const made =
    zoneFormats.get(key) ?? new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' })
  zoneFormats.set(key, made)
  return made
}

/**
 * The common name of the zone: 'Horário de Brasília', 'Brasilia Time'. On the server only: browsers may word it
 * otherwise.
 */
export function nameTimeZone(timeZone: string, language: Language, now = new Date()): string {
  const name =
    zoneFormat(timeZone, language)
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return name.replace(/ (Padrão|Standard)/, '')
}

function checkedDay(year: string, month: number, date: string): ParsedDay {
  const day = `${year}-${two(month)}-${date.padStart(2, '0')}`
  return isDay(day) ? { ok: true, day } : { ok: false, error: 'dateInvalid' }
}

/** Typed or pasted: 21/11/2026 in pt, 11/21/2026 or Nov 21, 2026 in en, and 2026-11-21 in both. Four-digit years. */
export function parseDay(text: string, language: Language): ParsedDay {
  const typed = text.replace(/\s+/gu, ' ').trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  if (iso) return checkedDay(iso[1] ?? '', Number(iso[2]), iso[3] ?? '')
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(typed)
  if (numeric) {
    const [date, month] = language === 'pt' ? [numeric[1], numeric[2]] : [numeric[2], numeric[1]]
    return checkedDay(numeric[3] ?? '', Number(month), date ?? '')
  }
  const named = language === 'en' ? /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(typed) : null
  const month = englishMonths.findIndex((name) => name.toLowerCase() === named?.[1]?.toLowerCase()) + 1
  if (named && month > 0) return checkedDay(named[3] ?? '', month, named[2] ?? '')
  return { ok: false, error: 'dateInvalid' }
}

export const periods = ['today', 'yesterday', '7d', '30d', 'month', 'last-month', 'custom'] as const
export type Period = (typeof periods)[number]

export type ResolvedPeriod = DayRange & { period: Period; previousFrom: Day; previousTo: Day; days: number }

/** The days just before, as many as the period has. */
export function previousPeriod({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
}

function rangeOf(period: Period, today: Day, from: Day | undefined, to: Day | undefined): DayRange | null {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case 'month':
      return { from: startOfMonth(today), to: today }
    case 'last-month': {
      const first = startOfMonth(today)
      return { from: addMonths(first, -1), to: addDays(first, -1) }
    }
    case 'custom': {
      if (!from && !to) return null
      const [a, b] = [from ?? to ?? today, to ?? (from && from > today ? from : today)]
      return a <= b ? { from: a, to: b } : { from: b, to: a }
    }
  }
}

const asPeriod = (value: unknown) => periods.find((period) => period === value)

/**
 * The period of the query string, corrected: days without a period are a custom one, days in the wrong order are
 * swapped, and an unreadable value falls back. `today` is a day of the organization's time zone.
 */
export function resolvePeriod(
  query: { period?: unknown; from?: unknown; to?: unknown },
  today: Day,
  fallback: Exclude<Period, 'custom'> = '7d',
): ResolvedPeriod {
  const from = isDay(query.from) ? query.from : undefined
  const to = isDay(query.to) ? query.to : undefined
  const chosen = asPeriod(query.period) ?? (from || to ? 'custom' : fallback)
  const result = rangeOf(chosen, today, from, to)
  const period = result ? chosen : fallback
  const range = result ?? rangeOf(fallback, today, from, to) ?? { from: today, to: today }
  const previous = previousPeriod(range)
  return {
    period,
    ...range,
    previousFrom: previous.from,
    previousTo: previous.to,
    days: daysBetween(range.from, range.to) + 1,
  }
}

import { formatDateTime, formatDayShort, formatTime, localDay } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'

export type When = { now: Date; today: string; timeZone: string }

/** '21/11 14:32'; with its year when that is another. */
export function shortTime(at: Date, language: Language, { today, timeZone }: Omit<When, 'now'>): string {
  const day = localDay(at, timeZone)
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDateTime(at, language, timeZone)
  return `${formatDayShort(day, language)} ${formatTime(at, language, timeZone)}`
}

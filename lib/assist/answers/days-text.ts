import { addDays, addMonths, daysBetween, formatDay, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import type { Translate } from '@/lib/core/i18n/translator'
import { locales, type Language } from '@/lib/core/language'

const monthName = (day: Day, language: Language) =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** Days as a person says them: 'hoje', 'nos últimos 30 dias', 'em outubro de 2026'. */
export function daysText({ from, to }: DayRange, today: Day, t: Translate, language: Language): string {
  const days = daysBetween(from, to) + 1
  if (from === to) {
    if (to === today) return t('answerer.when.today')
    if (to === addDays(today, 1)) return t('answerer.when.tomorrow')
    if (to === addDays(today, -1)) return t('answerer.when.yesterday')
    return t('answerer.when.day', { day: formatDay(to, language) })
  }
  if (to === today && from === startOfMonth(today)) return t('answerer.when.thisMonth')
  if (to === today && from === `${today.slice(0, 4)}-01-01`) return t('answerer.when.thisYear')
  if (to === today) return t('answerer.when.lastDays', { days })
  if (from === today) return t('answerer.when.nextDays', { days })
  if (from === startOfMonth(from) && to === addDays(addMonths(from, 1), -1))
    return t('answerer.when.month', { month: monthName(from, language) })
  if (from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`)
    return t('answerer.when.year', { year: from.slice(0, 4) })
  return t('answerer.when.days', { from: formatDay(from, language), to: formatDay(to, language) })
}

/** The days before, of which there are as many. */
export const daysBeforeText = ({ from, to }: DayRange, t: Translate): string =>
  t('answerer.when.before', { days: daysBetween(from, to) + 1 })

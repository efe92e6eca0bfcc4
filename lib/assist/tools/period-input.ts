import { z } from 'zod'
import { UserError } from '@/lib/core/errors'
import {
  addDays,
  addMonths,
  isDay,
  localDay,
  resolvePeriod,
  startOfMonth,
  type Day,
  type DayRange,
} from '@/lib/core/dates'

const day = z.string().refine(isDay, 'YYYY-MM-DD')
const from = day.optional().describe('First local day, YYYY-MM-DD')
const to = day.optional().describe('Last local day, YYYY-MM-DD; today where only from is given, and never without from')
const named = ['today', 'yesterday', '7d', '30d', 'month', 'last-month', 'year'] as const

/** Days as a question names them; without any, the last 30. Local days of the company, both included. */
export const periodInput = {
  period: z.enum(named).optional().describe('Named period; ignored when from is given. Default: 30d'),
  from,
  to,
}
export type PeriodInput = { period?: string; from?: Day; to?: Day }

/** Due dates may lie ahead; without any, all of it. */
export const expensePeriod = {
  period: z.enum(named).optional().describe('Named period; ignored when from is given. A month is a whole one'),
  from,
  to,
}

const YEARS = 10

/** Whether any days are asked for. */
export const isDated = ({ period, from, to }: PeriodInput) => Boolean(period ?? from ?? to)

/** The days that are given: the last is today where it is not said, the first must be. Null where none is. */
function givenDays({ from, to }: PeriodInput, today: Day): DayRange | null {
  if (!from && !to) return null
  if (!from) throw new UserError('invalidInput', { fields: { from: ['from is needed with to'] } })
  if (!to && from > today) throw new UserError('invalidInput', { fields: { to: ['to is needed with a from ahead'] } })
  const last = to ?? today
  return from <= last ? { from, to: last } : { from: last, to: from }
}

/** The days asked for, cut to today and to ten years. */
export function readPeriod({ period, from, to }: PeriodInput, timeZone: string, now = new Date()): DayRange {
  const today = localDay(now, timeZone)
  const given = givenDays({ from, to }, today)
  if (period === 'year' && !given) return { from: `${today.slice(0, 4)}-01-01`, to: today }
  const first = addMonths(startOfMonth(today), -12 * YEARS)
  const custom = given && {
    period: 'custom',
    from: given.from < first ? first : given.from,
    to: given.to > today ? today : given.to,
  }
  const resolved = resolvePeriod(custom ?? { period: period ?? null, from: null, to: null }, today, '30d')
  return { from: resolved.from, to: resolved.to }
}

/** Null where no days are asked for. This month and this year go to their end. */
export function readDuePeriod({ period, from, to }: PeriodInput, timeZone: string, now = new Date()): DayRange | null {
  const given = givenDays({ from, to }, localDay(now, timeZone))
  if (given ?? !period) return given
  const past = readPeriod({ period }, timeZone, now)
  if (period === 'month') return { from: past.from, to: addDays(addMonths(past.from, 1), -1) }
  return period === 'year' ? { from: past.from, to: `${past.from.slice(0, 4)}-12-31` } : past
}

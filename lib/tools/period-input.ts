import { z } from 'zod'
import { addMonths, isDay, localDay, resolvePeriod, startOfMonth, type Day, type DayRange } from '../dates'

const day = z.string().refine(isDay, 'YYYY-MM-DD')

/** Days as a question names them; without any, the last 30. Local days of the company, both included. */
export const periodInput = {
  period: z
    .enum(['today', 'yesterday', '7d', '30d', 'month', 'last-month', 'year'])
    .optional()
    .describe('Named period; ignored when from and to are given. Default: 30d'),
  from: day.optional().describe('First local day, YYYY-MM-DD'),
  to: day.optional().describe('Last local day, YYYY-MM-DD'),
}
export type PeriodInput = { period?: string; from?: Day; to?: Day }

const YEARS_BACK = 10

/** The days asked for, cut to today and to ten years. */
export function readPeriod({ period, from, to }: PeriodInput, timeZone: string, now = new Date()): DayRange {
  const today = localDay(now, timeZone)
  if (period === 'year' && !from) return { from: `${today.slice(0, 4)}-01-01`, to: today }
  const first = addMonths(startOfMonth(today), -12 * YEARS_BACK)
  const custom =
    from && to ? { period: 'custom', from: from < first ? first : from, to: to > today ? today : to } : null
  const resolved = resolvePeriod(custom ?? { period: period ?? null, from: null, to: null }, today, '30d')
  return { from: resolved.from, to: resolved.to }
}

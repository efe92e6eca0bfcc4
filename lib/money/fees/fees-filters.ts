import { addMonths, isDay, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import { asId, firstOf, type Query } from '@/lib/core/keyset'

export const feeMonths = [3, 6, 12, 24] as const
export type FeesFilters = DayRange & { months: (typeof feeMonths)[number]; shop: string | null }

/** Whole months up to today. */
export function readFeesFilters(query: Query, today: Day): FeesFilters {
  const months = feeMonths.find((known) => String(known) === firstOf(query.months)) ?? 12
  const from = addMonths(startOfMonth(today), 1 - months)
  return { months, from: isDay(from) ? from : today, to: today, shop: asId(firstOf(query.shop)) }
}

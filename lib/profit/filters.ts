import { readSalesFilters, type SalesFilters } from '@/lib/dashboard/filters'
import type { Day } from '@/lib/dates'
import { asId, firstOf } from '@/lib/keyset'

export type ResultFilters = SalesFilters & { entity: string | null }
type Query = Record<string, string | string[] | undefined>

/** The period is this month where none is asked for. */
export const readResultFilters = (query: Query, today: Day): ResultFilters => ({
  ...readSalesFilters({ ...query, period: query.period ?? 'month' }, today),
  entity: asId(firstOf(query.entity)),
})

import { readSalesFilters, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import type { Day } from '@/lib/core/dates'
import { asId, firstOf, type Query } from '@/lib/core/keyset'

export type ResultFilters = SalesFilters & { entity: string | null }

/** The period is this month where neither one nor days are asked for. */
export const readResultFilters = (query: Query, today: Day): ResultFilters => ({
  ...readSalesFilters(query, today, 'month'),
  entity: asId(firstOf(query.entity)),
})

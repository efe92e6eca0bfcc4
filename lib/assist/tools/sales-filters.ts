import type { SalesFilters } from '@/lib/sales/sales-figures/filters'
import { resolvePeriod, type DayRange } from '@/lib/core/dates'

/** The dashboard's filters over exactly these days. */
export const salesFiltersOf = ({ from, to }: DayRange, shop: string | null): SalesFilters => ({
  ...resolvePeriod({ period: 'custom', from, to }, to),
  shop,
  channel: null,
})

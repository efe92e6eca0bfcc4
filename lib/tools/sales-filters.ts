import type { SalesFilters } from '../dashboard/filters'
import { resolvePeriod, type DayRange } from '../dates'

/** The dashboard's filters over exactly these days. */
export const salesFiltersOf = ({ from, to }: DayRange, shop: string | null): SalesFilters => ({
  ...resolvePeriod({ period: 'custom', from, to }, to),
  shop,
  channel: null,
})

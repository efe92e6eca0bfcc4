import { reconciliationTabs } from '../cases/tabs'
import type { Month } from './calendar'

export const monthCloseHref = (entity: string | null, month: Month | null = null): string => {
  const query = new URLSearchParams({ ...(entity && { entity }), ...(month && { month }) }).toString()
  return query ? `${reconciliationTabs.closing}?${query}` : reconciliationTabs.closing
}

import type { Member } from '@/lib/identity/auth/member'
import type { Day } from '@/lib/core/dates'
import type { Reader, Scope } from '@/lib/core/db'
import type { AnalyticsFilters } from './analysis-filters'
import type { Slice } from './product-figures'

export type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope
export type Named = { id: string; name: string }

export type AnalyticsContext = {
  db: Reader
  viewer: Viewer
  filters: AnalyticsFilters
  today: Day
  seesMoney: boolean
  salesChannels: Named[]
  /** How many rows a list shows, and from which on. */
  slice: Slice
  /** For a file, which holds more than a page. */
  isWhole: boolean
}

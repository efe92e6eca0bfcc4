import type { Member } from '../auth/member'
import type { Day } from '../dates'
import type { Db, Scope } from '../db'
import type { AnalyticsFilters } from './filters'
import type { Slice } from './product-queries'

export type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope
export type Named = { id: string; name: string }

export type AnalyticsContext = {
  db: Db
  viewer: Viewer
  filters: AnalyticsFilters
  today: Day
  seesMoney: boolean
  outlets: Named[]
  /** How many rows a list shows, and from which on. */
  slice: Slice
  /** For a file, which holds more than a page. */
  isWhole: boolean
}

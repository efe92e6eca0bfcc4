import 'server-only'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import type { Page, Query } from '@/lib/core/keyset'
import { listPlaceValues, listValues, sumValues, type PlaceValue, type ValueRow, type ValueSums } from './value'
import { readValueFilters, type ValueFilters } from './value-filters'
import type { Viewer } from './views'

const ROWS_SHOWN = 50

export type ValueList = { filters: ValueFilters; page: Page<ValueRow>; places: PlaceValue[] }

export function getValuesFor(viewer: Viewer, query: Query): Promise<ValueList> {
  const { organizationId, timeZone } = viewer
  const filters = readValueFilters(query)
  const today = localDay(new Date(), timeZone)
  return withOrganization(viewer, async (db) => {
    const page = await listValues(db, viewer, filters, { today, size: ROWS_SHOWN })
    return { filters, page, places: await listPlaceValues(db, organizationId, today) }
  })
}

/** Beside the page, which does not wait for it. */
export const getValueSumsFor = (viewer: Viewer, filters: ValueFilters): Promise<ValueSums> =>
  withOrganization(viewer, (db) => sumValues(db, viewer, filters, localDay(new Date(), viewer.timeZone)))

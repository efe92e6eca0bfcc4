import 'server-only'
import { localDay } from '@/lib/core/dates'
import { readerOf } from '@/lib/core/db'
import type { Page, Query } from '@/lib/core/keyset'
import { listPlaceValues, listValues, sumValues, type PlaceValue, type ValueRow, type ValueSums } from './value'
import { readValueFilters, type ValueFilters } from './value-filters'
import type { Viewer } from './views'

const ROWS_SHOWN = 50

export type ValueList = { filters: ValueFilters; page: Page<ValueRow>; places: PlaceValue[] }

export async function getValuesFor(viewer: Viewer, query: Query): Promise<ValueList> {
  const { organizationId, timeZone } = viewer
  const filters = readValueFilters(query)
  const today = localDay(new Date(), timeZone)
  const db = readerOf(viewer)
  const [page, places] = await Promise.all([
    listValues(db, viewer, filters, { today, size: ROWS_SHOWN }),
    listPlaceValues(db, organizationId, today),
  ])
  return { filters, page, places }
}

/** Beside the page, which does not wait for it. */
export const getValueSumsFor = (viewer: Viewer, filters: ValueFilters): Promise<ValueSums> =>
  sumValues(readerOf(viewer), viewer, filters, localDay(new Date(), viewer.timeZone))

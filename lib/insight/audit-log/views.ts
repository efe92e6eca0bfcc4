import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page } from '@/lib/core/keyset'
import type { Language } from '@/lib/core/language'
import { listMembers } from '@/lib/identity/organizations/queries'
import { eventsOf } from './area-events'
import { areasOf, readsHistoryOf, readsWholeTrail } from './areas'
import { tellEntries, type TrailEntry } from './entries'
import type { AuditEventName } from '@/lib/core/audit/events'
import { readTrailFilters, type Query, type TrailFilters } from './filters'
import type { TrailArea } from '@/lib/core/audit/kinds'
import { nameRecords, type RecordNames } from './names'
import { listTrail, type TrailSight } from './queries'
import { readerOf } from './reader'
import { fieldName, sentenceOf } from './words'

export type { TrailEntry } from './entries'
type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Partial<Pick<Member, 'legalEntityIds'>>

const PAGE_SIZE = 50
const HISTORY_SIZE = 8

export type TrailView = {
  filters: TrailFilters
  page: Page<TrailEntry>
  nameOf: RecordNames
  areas: readonly TrailArea[]
  events: AuditEventName[]
  people: { userId: string; displayName: string }[]
  /** The name of the record filter. */
  recordName: string | null
  canVerify: boolean
  today: Day
}

const openFor = <T>(viewer: Viewer, run: (db: Db, sight: TrailSight, today: Day) => Promise<T>): Promise<T> => {
  const { organizationId, role, timeZone } = viewer
  const areas = areasOf(role)
  if (areas.length === 0) throw new UserError('permissionDenied')
  return withOrganization(viewer, (db) => run(db, { organizationId, areas, timeZone }, localDay(new Date(), timeZone)))
}

/** The trail, cut to the areas of the role. */
export const getTrailFor = (viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<TrailView> =>
  openFor(viewer, async (db, sight, today) => {
    const { organizationId, role } = viewer
    const filters = readTrailFilters(query, today, role)
    const found = await listTrail(db, filters, sight, size)
    const gone = found.rows.length === 0 && (filters.after ?? filters.before) !== null
    const page = gone ? await listTrail(db, { ...filters, after: null, before: null }, sight, size) : found
    const { entries, nameOf } = await tellEntries(db, organizationId, page.rows, role)
    const { record } = filters
    return {
      filters,
      page: { ...page, rows: entries },
      nameOf,
      areas: sight.areas,
      events: filters.area ? eventsOf([filters.area]) : [],
      people: (await listMembers(db))
        .map(({ userId, displayName }) => ({ userId, displayName }))
        .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'pt-BR')),
      recordName: record && ((await nameRecords(db, organizationId, [record]))(record) ?? record.id),
      canVerify: readsWholeTrail(role),
      today,
    }
  })

export type HistoryLine = { id: string; at: Date; actorKind: TrailEntry['actorKind']; text: string; fields: string[] }

/** The latest about one record, in the viewer's language, and of what its stock or account tells under the same id. */
export const listHistoryFor = (
  viewer: Viewer & { language: Language },
  kind: string,
  id: string,
): Promise<HistoryLine[]> =>
  openFor(viewer, async (db, sight, today) => {
    const { organizationId, role, language, timeZone } = viewer
    if (!readsHistoryOf(role, kind)) throw new UserError('notFound')
    const filters = readTrailFilters({ record: `${kind}:${id}` }, today, role)
    if (!filters.record) throw new UserError('notFound')
    const { rows } = await listTrail(db, filters, sight, HISTORY_SIZE)
    const { entries } = await tellEntries(db, organizationId, rows, role)
    const reader = readerOf(language, timeZone)
    return entries.map((entry) => ({
      id: entry.id,
      at: entry.at,
      actorKind: entry.actorKind,
      text: sentenceOf(entry, reader),
      fields: entry.changes.map(({ field }) => fieldName(field, reader.t)),
    }))
  })

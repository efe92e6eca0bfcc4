import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page, Query } from '@/lib/core/keyset'
import type { Language } from '@/lib/core/language'
import { listMembers } from '@/lib/identity/organizations/queries'
import { eventsOf } from './area-events'
import { areasOf, readsHistoryOf, readsWholeAuditLog } from './areas'
import { describeEntries, type AuditLogEntry } from './entries'
import type { AuditEventName } from '@/lib/core/audit/events'
import { readAuditLogFilters, type AuditLogFilters } from './filters'
import type { AuditLogArea } from '@/lib/core/audit/kinds'
import { nameRecords, type RecordNames } from './names'
import { listAuditLog, type AuditLogScope } from './queries'
import { readerOf } from './reader'
import { fieldName, sentenceOf, writeValue } from './words'

export type { AuditLogEntry } from './entries'
type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Partial<Pick<Member, 'legalEntityIds'>>

const PAGE_SIZE = 50
const HISTORY_SIZE = 8

export type AuditLogView = {
  filters: AuditLogFilters
  page: Page<AuditLogEntry>
  nameOf: RecordNames
  areas: readonly AuditLogArea[]
  events: AuditEventName[]
  people: { userId: string; displayName: string }[]
  /** The name of the record filter. */
  recordName: string | null
  canVerify: boolean
  today: Day
}

const openFor = <T>(viewer: Viewer, run: (db: Db, scope: AuditLogScope, today: Day) => Promise<T>): Promise<T> => {
  const { organizationId, role, timeZone } = viewer
  const areas = areasOf(role)
  if (areas.length === 0) throw new UserError('permissionDenied')
  return withOrganization(viewer, (db) => run(db, { organizationId, areas, timeZone }, localDay(new Date(), timeZone)))
}

/** The trail, cut to the areas of the role. */
export const getAuditLogFor = (viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<AuditLogView> =>
  openFor(viewer, async (db, scope, today) => {
    const { organizationId, role } = viewer
    const filters = readAuditLogFilters(query, today, role)
    const auditLog = await listAuditLog(db, filters, scope, size)
    const gone = auditLog.rows.length === 0 && (filters.after ?? filters.before) !== null
    const page = gone ? await listAuditLog(db, { ...filters, after: null, before: null }, scope, size) : auditLog
    const { entries, nameOf } = await describeEntries(db, organizationId, page.rows, role)
    const { record } = filters
    return {
      filters,
      page: { ...page, rows: entries },
      nameOf,
      areas: scope.areas,
      events: filters.area ? eventsOf([filters.area]) : [],
      people: (await listMembers(db))
        .map(({ userId, displayName }) => ({ userId, displayName }))
        .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'pt-BR')),
      recordName: record && ((await nameRecords(db, organizationId, [record]))(record) ?? record.id),
      canVerify: readsWholeAuditLog(role),
      today,
    }
  })

export type HistoryLine = {
  id: string
  at: Date
  actorKind: AuditLogEntry['actorKind']
  text: string
  agoMs: number
  /** `before` is null where the entry only reports what came to be. */
  changes: { field: string; before: string | null; after: string }[]
}

/** The latest about one record, in the viewer's language, and of what its stock or account tells under the same id. */
export const listHistoryFor = (
  viewer: Viewer & { language: Language },
  kind: string,
  id: string,
): Promise<HistoryLine[]> =>
  openFor(viewer, async (db, scope, today) => {
    const { organizationId, role, language, timeZone } = viewer
    if (!readsHistoryOf(role, kind)) throw new UserError('notFound')
    const filters = readAuditLogFilters({ record: `${kind}:${id}` }, today, role)
    if (!filters.record) throw new UserError('notFound')
    const { rows } = await listAuditLog(db, filters, scope, HISTORY_SIZE)
    const { entries, nameOf } = await describeEntries(db, organizationId, rows, role)
    const reader = readerOf(language, timeZone)
    const now = Date.now()
    return entries.map((entry) => {
      const hadBefore = entry.changes.some(({ before }) => before.kind !== 'none')
      return {
        id: entry.id,
        at: entry.at,
        agoMs: now - entry.at.getTime(),
        actorKind: entry.actorKind,
        text: sentenceOf(entry, reader),
        changes: entry.changes.map(({ field, before, after }) => ({
          field: fieldName(field, reader.t),
          before: hadBefore ? writeValue(before, reader, nameOf) : null,
          after: writeValue(after, reader, nameOf),
        })),
      }
    })
  })

import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { formatDay, isDay, localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page, Query } from '@/lib/core/keyset'
import type { Language } from '@/lib/core/language'
import { listMembers } from '@/lib/identity/organizations/queries'
import { eventsOf, eventsThatOvertake } from './area-events'
import { areasOf, readsHistoryOf, readsWholeAuditLog } from './areas'
import { describeEntries, type AuditLogEntry } from './entries'
import type { AuditEventName } from '@/lib/core/audit/events'
import { eventsInForms, isInForms } from './form-fields'
import { readAuditLogFilters, type AuditLogFilters } from './filters'
import { areaOf, auditLogAreas, kindOf, type AuditLogArea } from '@/lib/core/audit/kinds'
import { scopeOf, type Role } from '@/lib/core/permissions'
import { hasLeft, visibilityOf } from '@/lib/sales/orders/buyer'
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

type HistoryViewer = Viewer & { language: Language }

/** The latest about one record, in the viewer's language, and of what its stock or account tells under the same id. */
export const listHistoryFor = (
  viewer: HistoryViewer,
  kind: string,
  id: string,
  events?: readonly AuditEventName[],
): Promise<HistoryLine[]> =>
  openFor(viewer, async (db, scope, today) => {
    const { role } = viewer
    if (!readsHistoryOf(role, kind)) throw new UserError('notFound')
    const filters = readAuditLogFilters({ record: `${kind}:${id}` }, today, role)
    if (!filters.record) throw new UserError('notFound')
    const { rows } = await listAuditLog(db, filters, { ...scope, events }, HISTORY_SIZE)
    const { entries, nameOf } = await describeEntries(db, scope.organizationId, rows, role)
    return entries.map((entry) => lineOf(entry, viewer, nameOf))
  })

function lineOf(entry: AuditLogEntry, { language, timeZone }: HistoryViewer, nameOf: RecordNames): HistoryLine {
  const reader = readerOf(language, timeZone)
  const hadBefore = entry.changes.some(({ before }) => before.kind !== 'none')
  return {
    id: entry.id,
    at: entry.at,
    agoMs: Date.now() - entry.at.getTime(),
    actorKind: entry.actorKind,
    text: sentenceOf(entry, reader),
    changes: entry.changes.map(({ field, before, after }) => ({
      field: isDay(field) ? formatDay(field, language) : fieldName(field, reader.t),
      before: hadBefore ? writeValue(before, reader, nameOf) : null,
      after: writeValue(after, reader, nameOf),
    })),
  }
}

/** `isLast`: the record has no later entry that can overtake a form of it. */
export type ChangeLine = HistoryLine & { isLast: boolean }

/**
 * Changes that overtook a form of one record: the history for who reads it, and else the fields that the role's own forms show, of a
 * record that the viewer sees.
 */
export async function listChangesFor(viewer: HistoryViewer, kind: string, id: string): Promise<ChangeLine[]> {
  const { organizationId, role, timeZone } = viewer
  const overtaking = eventsThatOvertake(kind)
  if (readsHistoryOf(role, kind)) {
    const read = overtaking.filter((event) => areasOf(role).includes(areaOf(kindOf(event))))
    return (await listHistoryFor(viewer, kind, id, read)).map((line, nth) => ({ ...line, isLast: nth === 0 }))
  }
  const events = eventsInForms(role, kind)
  const filters = readAuditLogFilters({ record: `${kind}:${id}` }, localDay(new Date(), timeZone), role)
  if (events.length === 0 || !filters.record) throw new UserError('notFound')
  return withOrganization(viewer, async (db) => {
    const scope = { organizationId, areas: auditLogAreas, timeZone }
    const { rows } = await listAuditLog(db, filters, { ...scope, events }, HISTORY_SIZE)
    const { entries, nameOf } = await describeEntries(db, organizationId, rows, role)
    // A record of a legal entity that is not the viewer's has no name here.
    if (nameOf({ kind, id }) === null) return []
    const newest = (await listAuditLog(db, filters, { ...scope, events: overtaking }, 1)).rows[0]
    const seesBuyer = kind === 'order' && (await seesBuyerOf(db, organizationId, role, id))
    return entries.map((entry) => {
      const changes = entry.changes.filter(({ field }) => isInForms(role, entry.event, field, seesBuyer))
      return { ...lineOf({ ...entry, changes }, viewer, nameOf), isLast: entry.id === newest?.id }
    })
  })
}

async function seesBuyerOf(db: Db, organizationId: string, role: Role, id: string): Promise<boolean> {
  const where = { organizationId_id: { organizationId, id } }
  const order = await db.order.findUnique({ where, select: { status: true, shippedAt: true } })
  return order !== null && visibilityOf(scopeOf(role, 'buyer.read'), hasLeft(order)) === 'full'
}

import 'server-only'
import { localRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ActorKind } from '@/lib/generated/prisma/enums'
import { isInstant, type Page } from '@/lib/core/keyset'
import { eventsOf } from './area-events'
import type { AuditEventName } from '@/lib/core/audit/events'
import type { AuditLogFilters, AuditLogRecord } from './filters'
import { findRecords } from './find-records'
import { historyKindsOf, auditLogAreas, type AuditLogArea } from '@/lib/core/audit/kinds'

export type AuditLogRow = {
  id: string
  at: Date
  actorKind: ActorKind
  actorId: string | null
  sessionId: string | null
  tokenId: string | null
  event: string
  subjectId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
export type AuditLogScope = {
  organizationId: string
  areas: readonly AuditLogArea[]
  /** These alone, whatever the areas. */
  events?: readonly AuditEventName[]
  timeZone: string
}

const columns = Prisma.sql`e.id, e.at, e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.session_id AS "sessionId", e.token_id AS "tokenId", e.event,
  e.subject_id AS "subjectId", e.before, e.after`

// Written out: a partial index answers only for the word itself, and under row-level security no enumeration does.
const madeBy: Record<ActorKind, Prisma.Sql> = {
  person: Prisma.sql`e.actor_kind = 'person'`,
  function: Prisma.sql`e.actor_kind = 'function'`,
  sync: Prisma.sql`e.actor_kind = 'sync'`,
  assistant: Prisma.sql`e.actor_kind = 'assistant'`,
  system: Prisma.sql`e.actor_kind = 'system'`,
}

type AuditLogQuery = { filters: AuditLogFilters; scope: AuditLogScope; records: AuditLogRecord[] | null }

function matching({ filters, scope }: AuditLogQuery): Prisma.Sql {
  const { person, from, to } = filters
  const { start, end } = localRange({ from: from ?? '2000-01-01', to: to ?? '2999-12-31' }, scope.timeZone)
  const conditions = [Prisma.sql`e.organization_id = ${scope.organizationId}::uuid`]
  if (from) conditions.push(Prisma.sql`e.at >= ${start}`)
  if (to) conditions.push(Prisma.sql`e.at < ${end}`)
  if (person) conditions.push(Prisma.sql`e.actor_id = ${person}::uuid`)
  return Prisma.join(conditions, ' AND ')
}

/** The events of the answer; null: every one, also those that are no longer known. */
function eventsIn({ filters: { area, event }, scope: { areas, events } }: AuditLogQuery): string[] | null {
  if (events) return [...events]
  if (event) return [event]
  if (area) return eventsOf([area])
  return areas.length === auditLogAreas.length ? null : eventsOf(areas)
}

/**
 * The rows asked for, no more of each way to them than `tail` leaves: one record, or each event made by a person, the sync and so on, is
 * read by an index of its own that ends with the time, so that a page costs as much in a trail of a million as in one of a hundred.
 */
function rowsOf(query: AuditLogQuery, tail: Prisma.Sql): Prisma.Sql {
  const { filters, records } = query
  const events = eventsIn(query)
  const where = matching(query)
  const kinds = filters.actor ? [madeBy[filters.actor]] : Object.values(madeBy)
  if (records) {
    const [names, ids] = [records.map(({ kind }) => kind), records.map(({ id }) => id)]
    const allowed = events ? Prisma.sql`AND e.event = ANY (${events}::text[])` : Prisma.empty
    const made = filters.actor ? Prisma.sql`AND ${madeBy[filters.actor]}` : Prisma.empty
    return Prisma.sql`SELECT e.* FROM unnest(${names}::text[], ${ids}::text[]) r(kind, id), LATERAL (
      SELECT ${columns} FROM audit_event e WHERE ${where} AND e.subject_kind = r.kind AND e.subject_id = r.id ${made} ${allowed} ${tail}) e`
  }
  const named = events ?? (filters.person ? eventsOf(auditLogAreas) : null)
  const ways = kinds.map((kind) =>
    named
      ? Prisma.sql`(SELECT e.* FROM unnest(${named}::text[]) k(event), LATERAL (
          SELECT ${columns} FROM audit_event e WHERE ${where} AND ${kind} AND e.event = k.event ${tail}) e)`
      : Prisma.sql`(SELECT ${columns} FROM audit_event e WHERE ${where} AND ${kind} ${tail})`,
  )
  return Prisma.join(ways, ' UNION ALL ')
}

/** The selected or found record; null where neither was requested. */
async function recordsOf(db: Db, filters: AuditLogFilters, scope: AuditLogScope): Promise<AuditLogRecord[] | null> {
  const { record, q } = filters
  if (record) return historyKindsOf(record.kind).map((kind) => ({ kind, id: record.id }))
  return q ? findRecords(db, scope.organizationId, q) : null
}

/** Newest first. */
export async function listAuditLog(
  db: Db,
  filters: AuditLogFilters,
  scope: AuditLogScope,
  size: number,
): Promise<Page<AuditLogRow>> {
  const wanted = requestPage(filters, size, { isPlace: isInstant })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`e.at`, Prisma.sql`e.id`, Prisma.sql`timestamptz`)
  const last = Prisma.sql`ORDER BY e.at ${order}, e.id ${order} LIMIT ${size + 1}`
  const records = await recordsOf(db, filters, scope)
  const rows = await db.$queryRaw<AuditLogRow[]>`
    SELECT * FROM (${rowsOf({ filters, scope, records }, Prisma.sql`${beyond} ${last}`)}) e ${last}`
  return pageOf(wanted, rows, ({ at, id }) => ({
    value: at.toISOString(),
    id,
  }))
}

export async function countAuditLog(db: Db, filters: AuditLogFilters, scope: AuditLogScope): Promise<bigint> {
  const records = await recordsOf(db, filters, scope)
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM (${rowsOf({ filters, scope, records }, Prisma.empty)}) e`
  return row.count
}

export type StoredPlace = { eventId: string; device: string | null; network: string | null }

/** From where: of the sessions that are still kept. */
export const listPlaces = (db: Db, ids: string[]) =>
  db.$queryRaw<StoredPlace[]>`
    SELECT event_id AS "eventId", device, network FROM list_audit_places(${ids}::uuid[])`

export type ActorName = { userId: string; displayName: string; isMember: boolean }

export const listActors = (db: Db, organizationId: string, ids: string[]) =>
  db.$queryRaw<ActorName[]>`
    SELECT n.user_id AS "userId", n.display_name AS "displayName", EXISTS (
      SELECT 1 FROM membership m WHERE m.organization_id = ${organizationId}::uuid AND m.user_id = n.user_id) AS "isMember"
    FROM list_actor_names(${ids}::uuid[]) n`

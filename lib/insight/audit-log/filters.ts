import type { Role } from '@/lib/core/permissions'
import { isDay, periods, resolvePeriod, type Day, type Period } from '@/lib/core/dates'
import type { ActorKind } from '@/lib/generated/prisma/enums'
import { searchText, asId, firstOf, readInstantPlace, type Query } from '@/lib/core/keyset'
import { eventsOf } from './area-events'
import { areasOf } from './areas'
import type { AuditEventName } from '@/lib/core/audit/events'
import type { AuditLogArea } from '@/lib/core/audit/kinds'
import { auditPath } from './tabs'

export const actorKinds = ['person', 'assistant', 'function', 'sync', 'system'] as const satisfies ActorKind[]

export type AuditLogRecord = { kind: string; id: string }
export type AuditLogFilters = {
  q: string
  person: string | null
  actor: ActorKind | null
  area: AuditLogArea | null
  event: AuditEventName | null
  record: AuditLogRecord | null
  period: Exclude<Period, 'custom'> | null
  from: Day | null
  to: Day | null
  after: string | null
  before: string | null
}

const maxSearchChars = 60
const asPlace = (text: string | null) => (readInstantPlace(text) ? text : null)

function asRecord(text: string | null): AuditLogRecord | null {
  const [, kind, id] = /^([a-zA-Z]{2,30}):([\w-]{1,64})$/.exec(text ?? '') ?? []
  return kind && id ? { kind, id } : null
}

/** The query string made sound for a role: what lies outside its areas is as if it had not been asked for. */
export function readAuditLogFilters(query: Query, today: Day, role: Role): AuditLogFilters {
  const areas = areasOf(role)
  const area = areas.find((one) => one === firstOf(query.area)) ?? null
  const named = periods.find((one) => one === firstOf(query.period))
  const period = named && named !== 'custom' ? named : null
  const asDay = (value: unknown) => (isDay(value) ? value : null)
  let { from, to } = period
    ? resolvePeriod({ period }, today)
    : { from: asDay(firstOf(query.from)), to: asDay(firstOf(query.to)) }
  if (from && to && from > to) [from, to] = [to, from]
  return {
    q: searchText(query, maxSearchChars),
    person: asId(firstOf(query.person)),
    actor: actorKinds.find((kind) => kind === firstOf(query.actor)) ?? null,
    area,
    event: eventsOf(area ? [area] : areas).find((event) => event === firstOf(query.event)) ?? null,
    record: asRecord(firstOf(query.record)),
    period,
    from,
    to,
    after: asPlace(firstOf(query.after)),
    before: asPlace(firstOf(query.before)),
  }
}

/** Another filter starts at the first page; another area forgets the event of the former. */
export function auditLogHref(filters: AuditLogFilters, changes: Partial<AuditLogFilters> = {}): string {
  const next = { ...filters, after: null, before: null, ...changes }
  const params = new URLSearchParams({ tab: 'trail' })
  for (const name of ['q', 'person', 'actor', 'area', 'event'] as const) if (next[name]) params.set(name, next[name])
  if (next.record) params.set('record', `${next.record.kind}:${next.record.id}`)
  if (next.period) params.set('period', next.period)
  if (!next.period && next.from) params.set('from', next.from)
  if (!next.period && next.to) params.set('to', next.to)
  for (const name of ['after', 'before'] as const) if (next[name]) params.set(name, next[name])
  return `${auditPath}?${params.toString()}`
}

export const isFiltered = ({ q, person, actor, area, event, record, from, to }: AuditLogFilters) =>
  q !== '' || [person, actor, area, event, record, from, to].some((value) => value !== null)

import { AUDIT_EVENTS, type AuditEventName } from '@/lib/core/audit/events'
import { areaOf, kindOf, type TrailArea } from '@/lib/core/audit/kinds'

export const eventsOf = (areas: readonly TrailArea[]): AuditEventName[] =>
  AUDIT_EVENTS.filter((event) => areas.includes(areaOf(kindOf(event))))

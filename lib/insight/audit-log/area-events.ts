import { AUDIT_EVENTS, type AuditEventName } from '@/lib/core/audit/events'
import { areaOf, kindOf, type AuditLogArea } from '@/lib/core/audit/kinds'

export const eventsOf = (areas: readonly AuditLogArea[]): AuditEventName[] =>
  AUDIT_EVENTS.filter((event) => areas.includes(areaOf(kindOf(event))))

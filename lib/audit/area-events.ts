import { AUDIT_EVENTS, type AuditEventName } from './events'
import { areaOf, kindOf, type TrailArea } from './kinds'

export const eventsOf = (areas: readonly TrailArea[]): AuditEventName[] =>
  AUDIT_EVENTS.filter((event) => areas.includes(areaOf(kindOf(event))))

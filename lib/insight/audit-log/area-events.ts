import { AUDIT_EVENTS, type AuditEventName } from '@/lib/core/audit/events'
import { areaOf, historyKindsOf, kindOf, type AuditLogArea } from '@/lib/core/audit/kinds'

export const eventsOf = (areas: readonly AuditLogArea[]): AuditEventName[] =>
  AUDIT_EVENTS.filter((event) => areas.includes(areaOf(kindOf(event))))

/** Reports of synchronizations: no form shows any of it, and a connected shop has one every few minutes. */
const reports: readonly AuditEventName[] = [
  'shop.syncAsked',
  'shop.ordersSynced',
  'shop.moneySynced',
  'shop.listingsSynced',
  'shop.returnsSynced',
  'shop.healthSynced',
]

/** The events that can overtake a form of such a record. */
export function eventsThatOvertake(kind: string): AuditEventName[] {
  const kinds = historyKindsOf(kind)
  return AUDIT_EVENTS.filter((event) => kinds.includes(kindOf(event)) && !reports.includes(event))
}

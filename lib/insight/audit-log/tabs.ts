import { can, type Role } from '@/lib/core/permissions'
import { firstOf } from '@/lib/core/keyset'

export const auditPath = '/dashboard/audit'
export const auditTabs = ['health', 'trail'] as const
export type AuditTab = (typeof auditTabs)[number]

/** A role that may not see the data checks reads the audit log alone. */
export const tabsOf = (role: Role): readonly AuditTab[] => (can(role, 'audit.health') ? auditTabs : ['trail'])

export function readAuditTab(role: Role, param: string | string[] | undefined): AuditTab {
  const tabs = tabsOf(role)
  return tabs.find((tab) => tab === firstOf(param)) ?? tabs[0]!
}

export const wholeAuditLogHref = `${auditPath}?tab=trail`
/** The trail of one record. */
export const historyHref = (kind: string, id: string) => `${wholeAuditLogHref}&record=${kind}:${id}`

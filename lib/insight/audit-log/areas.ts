import { can, scopeOf, type Role } from '@/lib/core/permissions'
import { areaOf, auditLogAreas, type AuditLogArea } from '@/lib/core/audit/kinds'

/** The areas of the trail that a role reads. */
export function areasOf(role: Role): readonly AuditLogArea[] {
  if (!can(role, 'audit.read')) return []
  switch (scopeOf(role, 'audit.read')) {
    case 'catalogueTrail':
      return ['products', 'stock', 'orders']
    case 'moneyTrail':
      return ['expenses', 'money']
    default:
      return auditLogAreas
  }
}

export const readsWholeAuditLog = (role: Role) => areasOf(role).length === auditLogAreas.length

export const readsHistoryOf = (role: Role, kind: string) => areasOf(role).includes(areaOf(kind))

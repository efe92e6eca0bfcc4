import { can, scopeOf, type Role } from '@/lib/core/permissions'
import { areaOf, trailAreas, type TrailArea } from '@/lib/core/audit/kinds'

/** The areas of the trail that a role reads. */
export function areasOf(role: Role): readonly TrailArea[] {
  if (!can(role, 'audit.read')) return []
  switch (scopeOf(role, 'audit.read')) {
    case 'catalogueTrail':
      return ['products', 'stock', 'orders']
    case 'moneyTrail':
      return ['expenses', 'money']
    default:
      return trailAreas
  }
}

export const readsWholeTrail = (role: Role) => areasOf(role).length === trailAreas.length

export const readsHistoryOf = (role: Role, kind: string) => areasOf(role).includes(areaOf(kind))

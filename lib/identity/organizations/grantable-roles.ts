import { ROLES, scopeOf, type Role } from '@/lib/core/permissions'

/** The roles that somebody may give, take away and whose holders they may remove: never one above their own. */
export function listGrantableRoles(role: Role): Role[] {
  const scope = scopeOf(role, 'member.manage')
  if (scope === 'none') return []
  return ROLES.filter((other) => scope === 'all' || scopeOf(other, 'member.manage') === 'none')
}

export const mayGrant = (role: Role, granted: Role): boolean => listGrantableRoles(role).includes(granted)

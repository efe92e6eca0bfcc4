import { PERMISSIONS, scopeOf, type Permission, type Role } from '@/lib/core/permissions'

/** With what rights something was read: null of the entities is all of them. */
export type Visibility = { role: Role; legalEntityIds?: string[] | null }

/** Whether who sees `mine` may see all that `made` saw. */
export function coversVisibility(mine: Visibility, made: Visibility): boolean {
  const permissions = Object.keys(PERMISSIONS) as Permission[]
  const hasRights = permissions.every((permission) => {
    const [has, had] = [scopeOf(mine.role, permission), scopeOf(made.role, permission)]
    return had === 'none' || has === 'all' || has === had
  })
  const [own, theirs] = [mine.legalEntityIds ?? null, made.legalEntityIds ?? null]
  return hasRights && (own === null || (theirs !== null && theirs.every((id) => own.includes(id))))
}

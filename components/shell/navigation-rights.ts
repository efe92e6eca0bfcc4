import { can, type Role } from '@/lib/auth/permissions'
import { entries, type Destination, type EntryKey } from './navigation'

export function mayOpen(role: Role, destination: Destination): boolean {
  return destination.permission === null || can(role, destination.permission)
}

export function listEntryKeys(role: Role): EntryKey[] {
  return entries.filter((entry) => mayOpen(role, entry)).map((entry) => entry.key)
}

import { can, type Role } from '@/lib/core/permissions'
import { productivityPath } from '@/lib/insight/productivity/schema'
import { entries, type Destination, type EntryKey } from './navigation'

/** The company's switches, beside the role. */
export type Switches = { productivity: boolean }
const allOff: Switches = { productivity: false }

export function mayOpen(role: Role, { href, permission }: Destination, { productivity } = allOff): boolean {
  if (!productivity && href.startsWith(productivityPath)) return false
  return permission === null || can(role, permission)
}

export function listEntryKeys(role: Role, switches: Switches = allOff): EntryKey[] {
  return entries.filter((entry) => mayOpen(role, entry, switches)).map((entry) => entry.key)
}

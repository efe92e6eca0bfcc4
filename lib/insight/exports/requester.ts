import 'server-only'
import { can, type Role } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { exportables } from './exportables'
import type { ExportKind } from '@/lib/core/exports/schema'

export type Requester = { role: Role; legalEntityIds: string[] | null }

/** The requester's rights now: they may have left or been given another role since. */
export async function requireRequester(db: Db, userId: string, kind: ExportKind): Promise<Requester> {
  const [row] = await db.$queryRaw<Requester[]>`
    SELECT role::text AS role, legal_entity_ids AS "legalEntityIds" FROM get_member_scope(${userId}::uuid)`
  if (!row || !can(row.role, 'list.export') || !can(row.role, exportables[kind].permission))
    throw new UserError('exportRightsGone')
  return row
}

export const isSameVisibility = (a: Requester, b: { role: string; legalEntityIds?: string[] | null }): boolean =>
  a.role === b.role && sorted(a.legalEntityIds) === sorted(b.legalEntityIds ?? null)

const sorted = (ids: string[] | null) => (ids ? [...ids].sort().join() : '*')

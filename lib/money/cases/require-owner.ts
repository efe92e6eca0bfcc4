import 'server-only'
import { can, type Role } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

type Given = { userId: string | null; shopId: string }

/** A member who may open the case, of that shop's legal entity too, or none. */
export async function requireOwner(db: Db, organizationId: string, { userId, shopId }: Given): Promise<void> {
  if (!userId) return
  const [member] = await db.$queryRaw<{ role: Role; seesShop: boolean }[]>`
    SELECT m.role::text AS role, m.legal_entity_ids IS NULL OR s.id = ANY (outlets_of(m.legal_entity_ids)) AS "seesShop"
    FROM get_member_scope(${userId}::uuid) m JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = ${shopId}::uuid`
  if (!member) throw new UserError('notFound')
  if (!can(member.role, 'reconciliation.read') || !member.seesShop) throw new UserError('caseOwnerCannotRead')
}

import 'server-only'
import type { Role } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

/**
 * An accountant's legal entities out of what was asked for; the other roles read the whole company. `wanted` null: all that there
 * are now, the archived ones too, whose books stay.
 */
export async function readEntities(
  db: Db,
  organizationId: string,
  role: Role,
  wanted: string[] | null,
): Promise<string[]> {
  if (role !== 'accountant') return []
  const legalEntities = await db.legalEntity.findMany({
    where: { organizationId, ...(wanted && { id: { in: wanted } }) },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  if (wanted && legalEntities.length !== new Set(wanted).size) throw new UserError('notFound')
  return legalEntities.map(({ id }) => id)
}

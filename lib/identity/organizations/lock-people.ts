import 'server-only'
import { raised } from '@/lib/core/database/database-errors'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Prisma, Role } from '@/lib/generated/prisma/client'

/**
 * One change of an organization's people at a time, judged by the actor's role as it is then: an actor who was demoted
 * or removed a moment ago changes no member any more. The database also refuses to lose the last owner.
 */
export function changePeople<T extends Prisma.InputJsonValue | null>(
  actor: Actor,
  run: (db: Db, role: Role) => Promise<T>,
): Promise<T> {
  return writeOnce(actor, async (db) => run(db, await lockPeople(db, actor))).catch((error: unknown) => {
    throw raised(error)?.name === 'last_owner' ? new UserError('lastOwner') : error
  })
}

/** Held before any row of its people or invitations, by all who change those: so none of them waits for another in a circle. */
export async function lockOrganization(db: Db, organizationId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM organization WHERE organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`
}

async function lockPeople(db: Db, { organizationId, userId }: Actor): Promise<Role> {
  await lockOrganization(db, organizationId)
  const self = await db.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId: userId! } },
    select: { role: true },
  })
  if (!self) throw new UserError('permissionDenied')
  return self.role
}

import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

/** Where the company has switched the pages off there is nothing, for anybody. */
export async function requireProductivity(db: Db, organizationId: string): Promise<{ timeZone: string }> {
  const { productivity, timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { productivity: true, timeZone: true },
  })
  if (!productivity) throw new UserError('notFound')
  return { timeZone }
}

/** Refuses a person outside the company; null passes. */
export async function requirePerson(db: Db, organizationId: string, userId: string | null): Promise<void> {
  if (!userId) return
  const where = { organizationId_userId: { organizationId, userId } }
  if (!(await db.membership.findUnique({ where, select: { userId: true } }))) throw new UserError('notFound')
}

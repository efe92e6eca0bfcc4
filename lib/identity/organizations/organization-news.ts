import 'server-only'
import { withOrganization } from '@/lib/core/db'

/** The facts of a mail about the organization, as of now; `role` null for a person who has left it. */
export function getOrganizationNews(organizationId: string, userId: string) {
  return withOrganization({ organizationId }, async (db) => {
    const organization = await db.organization.findUnique({
      where: { id: organizationId },
      select: { name: true, timeZone: true, deletionAt: true },
    })
    const member = await db.membership.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
      select: { role: true },
    })
    return organization && { ...organization, role: member?.role ?? null }
  })
}

import 'server-only'
import { withOrganization } from '@/lib/core/db'

/** What a letter about the organization says, as it is now; `role` null for who belongs there no more. */
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

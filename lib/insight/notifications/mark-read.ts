import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { MarkNoticesReadInput } from '@/lib/identity/notices/schema'

export async function markNoticesRead(actor: Actor, { ids }: MarkNoticesReadInput): Promise<null> {
  const { organizationId } = actor
  await withOrganization(actor, (db) =>
    db.notification.updateMany({
      where: { organizationId, userId: actor.userId!, readAt: null, ...(ids && { id: { in: ids } }) },
      data: { readAt: new Date() },
    }),
  )
  return null
}

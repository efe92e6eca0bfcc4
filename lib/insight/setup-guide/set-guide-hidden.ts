import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { SetGuideHiddenInput } from './schema'

/** Puts the guide of this company away for the person, or brings it back. */
export async function setGuideHidden(actor: Actor, { hidden }: SetGuideHiddenInput): Promise<null> {
  const { organizationId } = actor
  await withOrganization(actor, (db) =>
    db.membership.updateMany({
      where: { organizationId, userId: actor.userId! },
      data: { guideHiddenAt: hidden ? new Date() : null },
    }),
  )
  return null
}

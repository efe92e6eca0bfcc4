import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { SetDisplayNameInput } from './schema'

export async function setDisplayName(
  actor: Actor,
  { displayName }: SetDisplayNameInput,
): Promise<{ displayName: string }> {
  await withOrganization(actor, async (db) => {
    await db.$queryRaw`SELECT set_display_name(${actor.userId}::uuid, ${displayName})::text`
    // The trail outlives the account's name, so it says that the name changed and not into what.
    await recordAudit(db, actor, { event: 'account.profileUpdated', subjectId: actor.userId!, after: { name: 'set' } })
  })
  return { displayName }
}

import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'

/** On demand, beside every night and after each sync or import of money. */
export const requestConfirmation = (actor: Actor): Promise<null> =>
  withOrganization(actor, async (db) => {
    await enqueueRuleCheck(db, actor.organizationId)
    return null
  })

import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { TellRepaired } from '../contract'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

export const reconcileAnew = (actor: Actor, codes: string[], tell: TellRepaired): Promise<void> =>
  withOrganization(actor, async (db) => {
    await enqueueReconcile(db, actor.organizationId)
    await tell(db, codes.length)
  })

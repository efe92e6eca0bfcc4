import 'server-only'
import { withOrganization, type Actor } from '../../db'
import type { TellRepaired } from '../contract'
import { enqueueReconcile } from '../../reconciliation/mark'

export const reconcileAnew = (actor: Actor, codes: string[], tell: TellRepaired): Promise<void> =>
  withOrganization(actor, async (db) => {
    await enqueueReconcile(db, actor.organizationId)
    await tell(db, codes.length)
  })

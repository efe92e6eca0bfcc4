import 'server-only'
import { withOrganization, type Actor } from '@/lib/core/db'
import type { ReportRepaired } from '../contract'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

export const reconcileAgain = (actor: Actor, codes: string[], report: ReportRepaired): Promise<void> =>
  withOrganization(actor, async (db) => {
    await enqueueReconcile(db, actor.organizationId)
    await report(db, codes.length)
  })

import 'server-only'
import type { Db } from '@/lib/core/db'
import { keptDays } from '@/lib/sales/orders/buyer-term'

/**
 * The platform's words in a refusal, which may quote a buyer's address: settled refusals and acts are deleted, of the
 * others and of dispatch runs the words are.
 */
export async function purgeRefusals(db: Db, organizationId: string): Promise<void> {
  const passed = { lt: new Date(Date.now() - keptDays * 86_400_000) }
  await db.syncFailure.deleteMany({ where: { organizationId, state: 'resolved', lastAt: passed } })
  await db.syncFailure.updateMany({
    where: { organizationId, platformText: { not: null }, lastAt: passed },
    data: { platformText: null },
  })
  await db.platformAct.deleteMany({ where: { organizationId, settledAt: passed } })
  await db.dispatchRun.updateMany({
    where: { organizationId, finishedAt: passed, NOT: { problems: { equals: [] } } },
    data: { problems: [] },
  })
}

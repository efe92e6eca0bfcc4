import 'server-only'
import type { Db } from '@/lib/core/db'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'
import { markDays } from '@/lib/money/fees/mark-days'
import { enqueueEstimates } from '@/lib/money/fees/refresh-estimates'
import { firstDay, lastDay } from '@/lib/money/fees/rule-spans'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'

/** In the transaction in which an entity became another kind of seller, or a shop went over to another: other rules hold for all its orders. */
export async function followSeller(
  db: Db,
  organizationId: string,
  where: { legalEntityId: string } | { id: string },
): Promise<void> {
  const former =
    'legalEntityId' in where
      ? await db.formerEntity.findMany({ where: { organizationId, ...where }, select: { outletId: true } })
      : []
  const shops = await db.shop.findMany({
    where: { organizationId, platform: 'shopee', OR: [where, { id: { in: former.map(({ outletId }) => outletId) } }] },
    select: { id: true },
  })
  if (shops.length === 0) return
  const spans = shops.map(({ id }) => ({ shopId: id, from: firstDay, to: lastDay }))
  await markDays(db, organizationId, spans)
  await enqueueEstimates(db, organizationId, spans)
  await enqueueReconcile(db, organizationId)
  await enqueueRuleCheck(db, organizationId)
}

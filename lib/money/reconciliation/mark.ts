import 'server-only'
import type { Db } from '@/lib/core/db'
import { enqueueInTurn } from '@/lib/core/queue/task'
import { BACK_WITHIN_DAYS } from './due-day'

/**
 * In the transaction that changed what settlements follow from: their codes are marked by triggers, the job takes them.
 * One of a company runs at a time: a second would hold a worker and wait for each batch of the first.
 */
export const enqueueReconcile = (db: Db, organizationId: string): Promise<void> => {
  const key = `reconcile:${organizationId}`
  return enqueueInTurn(db, 'reconcile', {}, { key, queue: key })
}

/** Refunds whose parcel should have come back by now. */
const markUnreturned = (db: Db, organizationId: string): Promise<number> => db.$executeRaw`
  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT DISTINCT o.organization_id, o.shop_id, o.external_code FROM order_return r
  JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = r.order_id
  WHERE r.organization_id = ${organizationId}::uuid AND r.received_at IS NULL AND r.kind IN ('with_return', 'failed_delivery')
    AND r.state IN ('accepted', 'incoming', 'closed') AND o.platform = 'shopee' AND o.shop_id IS NOT NULL AND o.external_code IS NOT NULL
    AND r.opened_at > now() - make_interval(days => ${BACK_WITHIN_DAYS}::int + 7) AND r.opened_at < now() - make_interval(days => ${BACK_WITHIN_DAYS}::int - 1)
  ORDER BY 1, 2, 3`

/** Orders that have passed their day since they were looked at. */
export const markOverdue = async (db: Db, organizationId: string): Promise<number> =>
  (await markLate(db, organizationId)) + (await markUnreturned(db, organizationId))

/** Orders that became late since they were looked at, where the known payouts of the shop would include them. */
const markLate = (db: Db, organizationId: string): Promise<number> => db.$executeRaw`
  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT s.organization_id, s.shop_id, s.external_code FROM settlement s
  LEFT JOIN sync_state y ON y.organization_id = s.organization_id AND y.shop_id = s.shop_id AND y.stream::text = 'escrow'
  WHERE s.organization_id = ${organizationId}::uuid AND s.released_at IS NULL AND s.due_on < current_date + 1
    AND (s.state IN ('to_release', 'partly_released') OR s.state = 'late' AND s.due_on > current_date - 60)
    AND (y.watermark >= s.due_on
      OR EXISTS (SELECT 1 FROM release r WHERE r.organization_id = s.organization_id AND r.shop_id = s.shop_id AND r.released_at >= s.due_on)
      OR EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.organization_id = s.organization_id AND w.shop_id = s.shop_id AND w.at >= s.due_on)
      OR EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = s.organization_id AND o.id = s.order_id AND o.platform_status = 'TO_CONFIRM_RECEIVE'))
  ORDER BY 1, 2, 3`

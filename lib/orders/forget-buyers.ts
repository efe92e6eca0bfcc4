import 'server-only'
import type { Db } from '../db'
import { keptDays } from './buyer-term'

/**
 * Forgets marketplace buyers whose term has passed (buyer-term.ts), but not while a return, a dispute or a case of the order is open, nor until
 * the term has passed since it was closed: the last of them is the order's end. Answers how many.
 */
export const forgetBuyers = (db: Db, organizationId: string): Promise<number> => db.$executeRaw`
  DELETE FROM order_buyer b WHERE b.organization_id = ${organizationId}::uuid AND b.purge_after < now()
    AND NOT EXISTS (
      SELECT 1 FROM settlement s
      JOIN case_order k ON k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id
      JOIN recovery_case c ON c.organization_id = ${organizationId}::uuid AND c.id = k.case_id
      WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = b.order_id
        AND (c.closed_at IS NULL OR c.closed_at > now() - ${keptDays}::int * interval '1 day'))
    AND NOT EXISTS (
      SELECT 1 FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = b.order_id
        AND (r.state NOT IN ('received', 'closed', 'cancelled')
          OR greatest(r.opened_at, r.platform_at, r.answered_at, r.received_at) > now() - ${keptDays}::int * interval '1 day'))`

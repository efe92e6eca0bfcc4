import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { keptDays } from './buyer-term'

/** Whether a return, a dispute or a case of the order is open, or was until less than the buyer's term ago: the last of them is the order's end. */
export const isOrderHeld = (organizationId: string, orderId: Prisma.Sql) => Prisma.sql`(
  EXISTS (
    SELECT 1 FROM settlement s
    JOIN case_order k ON k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id
    JOIN recovery_case c ON c.organization_id = ${organizationId}::uuid AND c.id = k.case_id
    WHERE s.organization_id = ${organizationId}::uuid AND s.order_id = ${orderId}
      AND (c.closed_at IS NULL OR c.closed_at > now() - ${keptDays}::int * interval '1 day'))
  OR EXISTS (
    SELECT 1 FROM order_return r WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = ${orderId}
      AND (r.state NOT IN ('received', 'closed', 'cancelled')
        OR greatest(r.opened_at, r.platform_at, r.answered_at, r.received_at) > now() - ${keptDays}::int * interval '1 day')))`

import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** The claims of open cases on the settlement `s`, by any cause: of each no more than its cause lacks now. */
export const claimedSql = (organizationId: string) => Prisma.sql`
  coalesce((
    SELECT sum(least(a.amount_cents, greatest(0, -CASE WHEN a.cause = 'unexplained' THEN s.unexplained_cents ELSE coalesce(e.amount_cents, 0) END)))
    FROM case_order a JOIN recovery_case r ON r.organization_id = ${organizationId}::uuid AND r.id = a.case_id
    LEFT JOIN discrepancy e ON e.organization_id = ${organizationId}::uuid AND e.settlement_id = a.settlement_id AND e.cause = a.cause
    WHERE a.organization_id = ${organizationId}::uuid AND a.settlement_id = s.id AND a.amount_cents > 0 AND r.closed_at IS NULL), 0)::bigint`

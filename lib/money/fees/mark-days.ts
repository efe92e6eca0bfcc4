import 'server-only'
import type { Db } from '@/lib/core/db'
import type { RuleSpan } from '@/lib/money/fees/rule-spans'

type Span = Omit<RuleSpan, 'ruleId'>

/**
 * The orders of those days are reconciled again: the job marks them first, since they may be all that a company has.
 * Days that are being marked already are marked from the beginning, as the job may have settled some of theirs by what
 * held before.
 */
export const markDays = (db: Db, organizationId: string, spans: readonly Span[]): Promise<number> =>
  db.$executeRaw`
    INSERT INTO reconcile_span (organization_id, shop_id, from_day, to_day)
    SELECT DISTINCT ${organizationId}::uuid, s."shopId", s."from", s."to"
    FROM jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS s("shopId" uuid, "from" date, "to" date) ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, shop_id, from_day, to_day) DO UPDATE SET placed_at = NULL, order_id = NULL`

import 'server-only'
import type { Db } from '@/lib/core/db'
import type { UnreadList } from '@/lib/core/sheets/unread'

/**
 * The staged orders that a sheet of the company's own channels brought before, which become the shop's; and sales of a channel that is called as
 * the marketplace is, of the same days under other numbers: nothing says whether they are the same.
 */
export async function reportSalesBeside(db: Db, organizationId: string, importId: string, unread: UnreadList) {
  const rows = await db.$queryRaw<{ name: string; isSame: boolean; count: number; cents: bigint; sample: string }[]>`
    WITH staged AS MATERIALIZED (
      SELECT r.order_code AS code, (r.payload->>'day')::date AS day FROM import_row r
      WHERE r.organization_id = ${organizationId}::uuid AND r.import_id = ${importId}::uuid AND r.outcome <> 'failed'
    )
    SELECT c.name::text AS name, r.code IS NOT NULL AS "isSame", count(*)::int AS count, sum(o.revenue_cents)::bigint AS cents, min(s.number) AS sample
    FROM channel_sale s JOIN channel c ON c.organization_id = s.organization_id AND c.id = s.channel_id
    JOIN orders o ON o.organization_id = s.organization_id AND o.id = s.order_id
    LEFT JOIN staged r ON r.code = s.number
    WHERE s.organization_id = ${organizationId}::uuid AND (r.code IS NOT NULL OR strpos(lower(c.name::text), 'shopee') > 0 AND o.status <> 'cancelled'
      AND o.local_day BETWEEN (SELECT min(day) FROM staged) AND (SELECT max(day) FROM staged) AND NOT EXISTS (
        SELECT 1 FROM channel_sale a JOIN staged t ON t.code = a.number WHERE a.organization_id = ${organizationId}::uuid AND a.order_id = s.order_id))
    GROUP BY 1, 2 ORDER BY 1, 2`
  for (const { name, isSame, count, cents, sample } of rows)
    unread.add({ kind: isSame ? 'soldHere' : 'soldBeside', name, cents, sample }, count)
}

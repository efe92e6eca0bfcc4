import 'server-only'
import type { DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { heldBy, outletsOf } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Books } from './live'

export type Unfinished = { reconciling: bigint; estimating: bigint; importing: bigint; recosting: bigint }

/** The month of each mark is not shown beyond this number. */
const LOOKED_AT = 20_000

/**
 * The unfinished work behind a month's figures: marked orders, shops whose fees are estimated again, files being read, products whose
 * costs have not reached their orders.
 */
export async function listUnfinished(db: Db, { organizationId, entity }: Books, { from, to }: DayRange) {
  const org = Prisma.sql`${organizationId}::uuid`
  const shops = outletsOf(entity)
  const own = (shop: Prisma.Sql, day: Prisma.Sql) => heldBy(entity, { outlet: shop, day })
  const [row] = await db.$queryRaw<[Unfinished]>`
    WITH m AS MATERIALIZED (
      SELECT DISTINCT d.shop_id, d.external_code FROM (
        SELECT shop_id, external_code FROM reconcile_due WHERE organization_id = ${org} AND shop_id = ANY (${shops}) LIMIT ${LOOKED_AT}) d
    ), p AS MATERIALIZED (
      SELECT shop_id, greatest(from_day, ${from}::date) AS from_day, least(to_day, ${to}::date) AS to_day FROM reconcile_span
      WHERE organization_id = ${org} AND shop_id = ANY (${shops}) AND from_day <= ${to}::date AND to_day >= ${from}::date
    )
    SELECT (SELECT count(*) FROM m CROSS JOIN LATERAL (
        SELECT 1 FROM orders o WHERE o.organization_id = ${org} AND o.shop_id = m.shop_id AND o.external_code = m.external_code
          AND o.local_day BETWEEN ${from}::date AND ${to}::date AND ${own(Prisma.sql`o.shop_id`, Prisma.sql`o.local_day`)}
          AND NOT EXISTS (SELECT 1 FROM p WHERE p.shop_id = m.shop_id AND o.local_day BETWEEN p.from_day AND p.to_day) OFFSET 0) o)
      + (SELECT coalesce(sum(d.orders), 0)::bigint FROM settlement_day d WHERE d.organization_id = ${org} AND ${own(Prisma.sql`d.shop_id`, Prisma.sql`d.day`)}
        AND d.day BETWEEN ${from}::date AND ${to}::date
        AND EXISTS (SELECT 1 FROM p WHERE p.shop_id = d.shop_id AND d.day BETWEEN p.from_day AND p.to_day)) AS reconciling,
      (SELECT count(DISTINCT e.shop_id) FROM list_waiting_estimates() e
        WHERE e.shop_id = ANY (${shops}) AND e.from_day <= ${to}::date AND e.to_day >= ${from}::date) AS estimating,
      (SELECT count(*) FROM import i WHERE i.organization_id = ${org} AND i.state IN ('checking', 'applying')
        AND (i.shop_id IS NULL OR i.shop_id = ANY (${shops}))) AS importing,
      (SELECT count(DISTINCT r.product_id) FROM recost_run r
        WHERE r.organization_id = ${org} AND r.state IN ('waiting', 'running') AND r.from_day <= ${to}::date) AS recosting`
  return row
}

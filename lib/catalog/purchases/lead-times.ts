import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import { Prisma } from '@/lib/generated/prisma/client'

/** The last deliveries that a lead time is measured from, how far back they may lie, and how few say nothing yet. */
export const LAST_DELIVERIES = 10
export const ENOUGH_DELIVERIES = 3
const MEASURED_DAYS = 730

const middleAndSlow = Prisma.sql`count(*)::int AS deliveries, least(365, percentile_disc(0.5) WITHIN GROUP (ORDER BY days))::int AS days,
      least(365, percentile_disc(0.9) WITHIN GROUP (ORDER BY days))::int AS slow`

/**
 * `by_product` and `by_supplier`: the days from sending a purchase to receiving all of a product that was ordered (its last receipt,
 * where it came in parts), of the last deliveries, in the middle and of the slowest tenth. Needs `source`, the supplier of each product:
 * deliveries of another one do not count. Not known, and left out, is what is still to come, what an invoice made a purchase of, and
 * what was entered on the day on which it arrived.
 */
export const measuredLeads = (organizationId: string, today: Day) => Prisma.sql`arrived AS (
    SELECT o.id AS purchase_id, o.supplier_id, l.product_id, max(r.received_on) AS received_on,
      max(r.received_on) - (o.sent_at AT TIME ZONE g.time_zone)::date AS days
    FROM organization g JOIN purchase_order o ON o.organization_id = g.organization_id
    JOIN purchase_order_line l ON l.organization_id = ${organizationId}::uuid AND l.purchase_order_id = o.id
    JOIN purchase_receipt r ON r.organization_id = ${organizationId}::uuid AND r.purchase_order_id = o.id AND r.reversed_at IS NULL
    JOIN purchase_receipt_line x ON x.organization_id = ${organizationId}::uuid AND x.receipt_id = r.id AND x.line = l.line AND x.units > 0
    WHERE g.organization_id = ${organizationId}::uuid AND o.status IN ('partly_received', 'received') AND o.sent_at >= ${addDays(today, -MEASURED_DAYS)}::date
      AND l.received >= l.quantity AND l.ordered_units IS DISTINCT FROM 0 AND (l.ordered_units IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM purchase_invoice i WHERE i.organization_id = ${organizationId}::uuid AND i.purchase_order_id = o.id))
    GROUP BY o.id, o.supplier_id, o.sent_at, g.time_zone, l.product_id
  ), by_product AS (
    SELECT product_id, ${middleAndSlow} FROM (
      SELECT a.product_id, a.days, row_number() OVER (PARTITION BY a.product_id ORDER BY a.received_on DESC, a.purchase_id DESC) AS place
      FROM arrived a JOIN source s ON s.product_id = a.product_id AND s.supplier_id = a.supplier_id WHERE a.days > 0
    ) last WHERE place <= ${LAST_DELIVERIES} GROUP BY 1 HAVING count(*) >= ${ENOUGH_DELIVERIES}
  ), by_supplier AS (
    SELECT supplier_id, ${middleAndSlow} FROM (
      SELECT supplier_id, max(days) AS days, row_number() OVER (PARTITION BY supplier_id ORDER BY max(received_on) DESC, purchase_id DESC) AS place
      FROM arrived WHERE days > 0 GROUP BY supplier_id, purchase_id
    ) last WHERE place <= ${LAST_DELIVERIES} GROUP BY 1 HAVING count(*) >= ${ENOUGH_DELIVERIES}
  )`

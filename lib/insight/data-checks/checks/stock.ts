import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { sqlCheck } from '../contract'
import { recountLevels, settleOrders } from '../repairs/stock'

const productHref = (id: string) => `/dashboard/products/${id}`

export const stockLevels = sqlCheck({
  name: 'stockLevels',
  severity: 'critical',
  right: 'sales.read',
  rowHref: productHref,
  repair: recountLevels,
  query: (organizationId) => Prisma.sql`
    SELECT p.id AS ref, p.sku || ' · ' || l.name AS label, jsonb_build_object('onHand', t.on_hand::text, 'reserved', t.reserved::text) AS values
    FROM (
      SELECT product_id, location_id, sum(on_hand) AS on_hand, sum(reserved) AS reserved FROM (
        SELECT product_id, location_id, on_hand, reserved FROM stock_level WHERE organization_id = ${organizationId}::uuid
        UNION ALL SELECT product_id, location_id, -on_hand_delta, -reserved_delta FROM stock_movement WHERE organization_id = ${organizationId}::uuid) m
      GROUP BY 1, 2 HAVING sum(on_hand) <> 0 OR sum(reserved) <> 0) t
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = t.product_id
    JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = t.location_id`,
})

/** The balance after each movement against the sum up to it. */
export const stockLedger = sqlCheck({
  name: 'stockLedger',
  severity: 'critical',
  right: 'sales.read',
  rowHref: productHref,
  query: (organizationId) => Prisma.sql`
    SELECT p.id AS ref, p.sku || ' · ' || m.id AS label, jsonb_build_object('onHand', m.on_hand::text, 'reserved', m.reserved::text) AS values
    FROM (
      SELECT id, product_id, on_hand_after - sum(on_hand_delta) OVER w AS on_hand, reserved_after - sum(reserved_delta) OVER w AS reserved
      FROM stock_movement WHERE organization_id = ${organizationId}::uuid
      WINDOW w AS (PARTITION BY product_id, location_id ORDER BY id)) m
    JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = m.product_id
    WHERE m.on_hand <> 0 OR m.reserved <> 0`,
})

/**
 * The ledger's reserved and taken units of each order against its status and items, as reserve_order_stock books them.
 */
export const orderStock = sqlCheck({
  name: 'orderStock',
  severity: 'critical',
  right: 'sales.read',
  repair: settleOrders,
  rowHref: (id) => `/dashboard/orders/${id}`,
  query: (organizationId) => Prisma.sql`
    SELECT id AS ref, code AS label, jsonb_build_object('onHand', sum(on_hand)::text, 'reserved', sum(reserved)::text) AS values
    FROM (
      SELECT id, code, sum(on_hand) AS on_hand, sum(reserved) AS reserved FROM (
        SELECT o.id, o.code, coalesce(p.product_id, i.product_id) AS product_id,
          CASE WHEN o.status < 'shipped' OR (o.status = 'cancelled' AND o.shipped_at IS NULL) THEN 0
            ELSE -i.quantity * i.product_quantity * coalesce(p.quantity, 1) END AS on_hand,
          CASE WHEN o.status < 'shipped' THEN i.quantity * i.product_quantity * coalesce(p.quantity, 1) ELSE 0 END AS reserved
        FROM orders o JOIN order_item i ON i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
        LEFT JOIN order_item_part p ON p.organization_id = ${organizationId}::uuid AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
        WHERE o.organization_id = ${organizationId}::uuid AND o.moves_stock AND i.product_id IS NOT NULL
        UNION ALL
        SELECT o.id, o.code, m.product_id, CASE WHEN o.moves_stock AND o.status = 'cancelled' AND o.shipped_at IS NULL THEN 0 ELSE -m.on_hand_delta END,
          -m.reserved_delta
        FROM stock_movement m JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = m.source_id
        WHERE m.organization_id = ${organizationId}::uuid AND m.source_kind = 'order'
          AND m.location_id = (SELECT id FROM stock_location WHERE organization_id = ${organizationId}::uuid AND kind = 'own')) e
      GROUP BY id, code, product_id HAVING sum(on_hand) <> 0 OR sum(reserved) <> 0) off
    GROUP BY id, code`,
})

export const negativeStock = sqlCheck({
  name: 'negativeStock',
  severity: 'warning',
  right: 'sales.read',
  rowHref: productHref,
  href: '/dashboard/minha-empresa/produtos?stock=oversold&sort=stock',
  query: (organizationId) => Prisma.sql`
    SELECT p.id AS ref, p.sku AS label, jsonb_build_object('units', (v.reserved - v.on_hand)::text) AS values
    FROM stock_level v JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = v.product_id AND p.archived_at IS NULL
    JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = v.location_id AND l.kind = 'own'
    WHERE v.organization_id = ${organizationId}::uuid AND v.on_hand < v.reserved`,
})

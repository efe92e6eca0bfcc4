-- Called by lib/connect/shops/master-preview.ts. In SQL by plan_stock_updates. The wanted stock of the shop's mapped listings, beside the
-- present one. Left out: listings of the marketplace's own warehouse, listings that cannot be edited there or were never read, products
-- never counted. The reserve is held back of each product on the shelf, also where a kit is offered. A product that was missing at its
-- shelf is offered nowhere until that ends, also in a kit whose other parts were never counted.
CREATE OR REPLACE FUNCTION wanted_stock(p_shop uuid, p_products uuid[])
RETURNS TABLE (listing_id uuid, product_id uuid, wanted integer, there integer)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH listed AS MATERIALIZED (
    SELECT l.id, l.product_id, l.product_quantity, l.platform_stock, l.promotion_units FROM updatable_listings(p_shop) l
    WHERE l.product_id IS NOT NULL AND (p_products IS NULL OR l.product_id = ANY (p_products)) AND NOT l.fulfilled_by_platform
  ), part AS MATERIALIZED (
    SELECT w.product_id, coalesce(k.component_id, w.product_id) AS part_id, coalesce(k.quantity, 1) AS quantity
    FROM (SELECT DISTINCT product_id FROM listed) w
    LEFT JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = w.product_id
  ), stock AS MATERIALIZED (
    SELECT a.product_id AS part_id, a.available FROM available_units(array(SELECT DISTINCT part_id FROM part)) a WHERE a.counted
  ), missing AS MATERIALIZED (
    SELECT DISTINCT m.product_id AS part_id FROM shelf_miss m WHERE m.organization_id = current_organization()
      AND m.product_id = ANY (array(SELECT DISTINCT part_id FROM part)) AND m.ended_at IS NULL
  ), rule AS (
    SELECT s.safety_units, coalesce((SELECT max(o.last_units) FROM shop o
      WHERE o.organization_id = current_organization() AND o.id <> p_shop), 0) AS last_elsewhere
    FROM shop s WHERE s.organization_id = current_organization() AND s.id = p_shop
  )
  SELECT l.id, l.product_id, least(greatest(l.promotion_units, 0, min(CASE WHEN m.part_id IS NOT NULL OR s.available <= r.last_elsewhere THEN 0
      ELSE floor((s.available - r.safety_units)::numeric / (p.quantity * l.product_quantity)) END)), 999999)::integer, l.platform_stock
  FROM listed l JOIN part p ON p.product_id = l.product_id LEFT JOIN stock s ON s.part_id = p.part_id
  LEFT JOIN missing m ON m.part_id = p.part_id CROSS JOIN rule r
  GROUP BY l.id, l.product_id, l.promotion_units, l.platform_stock
  HAVING bool_and(s.part_id IS NOT NULL) OR bool_or(m.part_id IS NOT NULL)
$$;
REVOKE ALL ON FUNCTION wanted_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION wanted_stock TO mascate_app, mascate_worker;

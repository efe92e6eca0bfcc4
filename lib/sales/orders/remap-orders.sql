-- Called by lib/catalog/mapping/map-by-sku.ts, lib/catalog/mapping/map-listing.ts. Gives the items of these orders that were sold under these listings what
-- the listings are mapped to today. Roll-ups, stock and received returns follow; costs are those of the day of the order. Items that have it already are left
-- alone. Answers how many orders changed.
CREATE OR REPLACE FUNCTION remap_orders(p_shop uuid, p_listings uuid[], p_orders uuid[], p_actor uuid) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT coalesce(array_agg(o.id), '{}') INTO v_orders FROM (
    SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.shop_id = p_shop AND o.id = ANY (p_orders) AND EXISTS (
      SELECT 1 FROM order_item i JOIN listing l ON l.organization_id = v_org AND l.id = i.listing_id
      WHERE i.organization_id = v_org AND i.order_id = o.id AND i.listing_id = ANY (p_listings)
        AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity))
    ORDER BY o.id FOR UPDATE) o;
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET product_id = l.product_id, product_quantity = l.product_quantity,
    unit_cost = coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= o.local_day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, o.local_day))
  FROM listing l, orders o
  WHERE i.organization_id = v_org AND i.order_id = ANY (v_orders) AND i.listing_id = ANY (p_listings)
    AND l.organization_id = v_org AND l.id = i.listing_id AND o.organization_id = v_org AND o.id = i.order_id
    AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity);
  UPDATE orders o SET version = version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders);
  PERFORM reserve_order_stock(v_orders, p_actor, true);
  PERFORM rebook_returns(v_orders, p_actor);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION remap_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION remap_orders TO mascate_app, mascate_worker;

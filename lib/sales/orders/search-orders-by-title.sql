-- Called by lib/sales/orders/search-orders.ts. Orders (newest first, after a place) with an item of a product or listing in whose name each of
-- these folded patterns stands. Runs as the owner and keeps to the organization by itself; the caller joins orders, whose policies decide
-- what is seen. Few items lead to their orders; those of many are looked for from the newest order on, until the page is full.
CREATE OR REPLACE FUNCTION search_orders_by_title(
  p_patterns text[], p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_backwards boolean, p_limit integer,
  p_outlets uuid[] DEFAULT NULL::uuid[]
)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  few constant integer := 5000;
  newest constant integer := greatest(10000, 4 * p_limit);
  v_org constant uuid := current_organization();
  v_entities constant uuid[] := nullif(current_setting('app.legal_entities', true), '')::uuid[];
  v_order constant text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_range text := 'd.organization_id = $1';
  v_outlets uuid[] := p_outlets;
  v_outlet text := '';
  v_items constant text := 'SELECT i.order_id FROM order_item i WHERE i.organization_id = $1 AND i.product_id = ANY ($2)
    UNION ALL SELECT i.order_id FROM order_item i WHERE i.organization_id = $1 AND i.listing_id = ANY ($3)';
  v_end constant text := format(' ORDER BY %s LIMIT %s)', v_order, coalesce(p_limit::text, 'ALL'));
  v_products uuid[];
  v_listings uuid[];
  v_few boolean;
  v_ids uuid[];
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  v_products := ARRAY(SELECT p.id FROM product p
    WHERE p.organization_id = v_org AND p.words LIKE ALL (p_patterns) AND search_text(p.title) LIKE ALL (p_patterns));
  v_listings := ARRAY(SELECT l.id FROM listing l
    WHERE l.organization_id = v_org AND search_text(concat_ws(' ', l.title, l.variation)) LIKE ALL (p_patterns));
  IF cardinality(v_products) + cardinality(v_listings) = 0 THEN RETURN; END IF;

  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM unnest(outlets_of(v_entities)) x(id) WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_outlet := ' AND d.outlet_id = ANY ($8)'; END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || ' AND d.placed_at >= $4'; END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || ' AND d.placed_at < $5'; END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(' AND (d.placed_at, d.order_id) %s ($6, $7)', CASE WHEN p_backwards THEN '>' ELSE '<' END);
  END IF;

  EXECUTE format('SELECT count(*) <= %s FROM (%s LIMIT %s) few', few, v_items, few + 1) INTO v_few USING v_org, v_products, v_listings;
  IF p_limit IS NOT NULL AND NOT v_few THEN
    -- Each limit keeps the planner from reading all items, or all orders, to find out in what order they come.
    EXECUTE format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_list d WHERE %s ORDER BY %s LIMIT %s) d
        CROSS JOIN LATERAL (SELECT FROM order_item i WHERE i.organization_id = $1 AND i.order_id = d.order_id
          AND (i.product_id = ANY ($2) OR i.listing_id = ANY ($3)) LIMIT 1) i WHERE true%s', v_range, v_order, newest, v_outlet) || v_end
    INTO v_ids USING v_org, v_products, v_listings, p_from, p_until, p_at, p_id, v_outlets;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  EXECUTE format('WITH item AS MATERIALIZED (SELECT DISTINCT order_id FROM (%s) i), hit AS MATERIALIZED (
      SELECT d.order_id, d.placed_at FROM item CROSS JOIN LATERAL (
        SELECT * FROM order_list x WHERE x.organization_id = $1 AND x.order_id = item.order_id LIMIT 1) d WHERE %s%s)
    SELECT ARRAY(SELECT d.order_id FROM hit d', v_items, v_range, v_outlet) || v_end
  INTO v_ids USING v_org, v_products, v_listings, p_from, p_until, p_at, p_id, v_outlets;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders_by_title FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION search_orders_by_title TO mascate_app, mascate_worker;

-- Called by lib/insight/privacy/views.ts, lib/sales/orders/search-orders.ts. Orders (newest first, after a place) in which each of these
-- folded patterns stands, buyers' names only where asked. Runs as the owner and keeps to the organization by itself; the caller joins
-- orders, whose policies decide what is seen. The newest thousands are read through, a rare word comes from the index, one that was
-- common before is looked for backwards in time.
CREATE OR REPLACE FUNCTION search_orders(
  p_patterns text[], p_buyers boolean, p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_backwards boolean,
  p_limit integer, p_outlets uuid[] DEFAULT NULL::uuid[], p_product uuid DEFAULT NULL::uuid
)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  newest constant integer := CASE WHEN p_product IS NULL THEN least(greatest(1000, 10 * p_limit), 10000) ELSE 10000 END;
  few constant integer := 5000;
  v_org constant uuid := current_organization();
  v_entities constant uuid[] := nullif(current_setting('app.legal_entities', true), '')::uuid[];
  v_range text := format('d.organization_id = %L', v_org);
  v_order text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_outlets uuid[] := p_outlets;
  v_match text;
  v_walk text;
  v_matching text;
  v_ids uuid[];
  v_many boolean;
  v_few boolean := false;
  v_items constant text := format('SELECT i.order_id FROM order_item i WHERE i.organization_id = %L AND i.product_id = %L', v_org, p_product);
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  SELECT string_agg(format(CASE WHEN p_buyers THEN '(d.words LIKE %1$L OR d.buyer_words LIKE %1$L)' ELSE 'd.words LIKE %1$L' END, p), ' AND ')
  INTO v_match FROM unnest(p_patterns) p;
  IF p_product IS NOT NULL THEN
    SELECT format($m$(' ' || d.words || ' ') LIKE %L$m$, '% ' || regexp_replace(search_text(p.sku::text), '([\\%_])', '\\\1', 'g') || ' %') INTO v_match
    FROM product p WHERE p.organization_id = v_org AND p.id = p_product;
  END IF;
  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM unnest(outlets_of(v_entities)) x(id) WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_match := v_match || format(' AND d.outlet_id = ANY (%L::uuid[])', v_outlets); END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at >= %L', p_from); END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at < %L', p_until); END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(CASE WHEN p_backwards THEN ' AND (d.placed_at, d.order_id) > (%L::timestamptz, %L::uuid)'
      ELSE ' AND (d.placed_at, d.order_id) < (%L::timestamptz, %L::uuid)' END, p_at, p_id);
  END IF;
  -- The inner limit keeps the words out of the reading of the index by time.
  v_walk := format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_list d WHERE %s ORDER BY %s LIMIT ', v_range, v_order);
  v_matching := format(') d WHERE %s ORDER BY %s LIMIT %s)', v_match, v_order, coalesce(p_limit::text, 'ALL'));

  -- A product that few orders hold is found by them; one that many hold, among the newest.
  IF p_product IS NOT NULL THEN EXECUTE format('SELECT count(*) <= %s FROM (%s LIMIT %s) few', few, v_items, few + 1) INTO v_few; END IF;
  IF p_limit IS NOT NULL AND NOT v_few THEN
    EXECUTE v_walk || newest || v_matching INTO v_ids;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  IF p_product IS NOT NULL THEN
    EXECUTE format('WITH item AS MATERIALIZED (SELECT DISTINCT order_id FROM (%s) i), hit AS MATERIALIZED (
        SELECT d.order_id, d.placed_at FROM item CROSS JOIN LATERAL (
          SELECT * FROM order_list x WHERE x.organization_id = %L AND x.order_id = item.order_id LIMIT 1) d WHERE %s %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_items, v_org, v_range,
      CASE WHEN v_outlets IS NOT NULL THEN format('AND d.outlet_id = ANY (%L::uuid[])', v_outlets) ELSE '' END, v_order, coalesce(p_limit::text, 'ALL'))
    INTO v_ids;
    RETURN QUERY SELECT unnest(v_ids);
    RETURN;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM order_list d WHERE %s ORDER BY %s OFFSET %s LIMIT 1)', v_range, v_order, few) INTO v_many;
  IF v_many THEN
    EXECUTE format('WITH hit AS MATERIALIZED (SELECT d.order_id, d.placed_at FROM order_list d WHERE %s AND %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_range, v_match, v_order, coalesce(p_limit::text, 'ALL')) INTO v_ids;
  ELSE
    EXECUTE v_walk || few || v_matching INTO v_ids;
  END IF;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION search_orders TO mascate_app, mascate_worker;

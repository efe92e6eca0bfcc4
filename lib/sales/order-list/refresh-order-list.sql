-- Called by lib/insight/data-checks/repairs/sales.ts, lib/sales/order-list/refresh-product.ts. In SQL by refresh_renamed_orders,
-- refresh_this_order, append_order_deltas. Rewrites the one row of each of these orders where it differs; append_order_deltas calls it
-- after every change of an order. Holds the rows before it reads the orders, in one order over all slices: two that refresh the same
-- orders wait for one another. The margin is before taxes, whose rates are not the order's.
CREATE OR REPLACE FUNCTION refresh_order_list(p_orders uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET gin_pending_list_limit = '256kB' AS $$
DECLARE
  at_once constant integer := 500;
  v_org constant uuid := current_organization();
  v_orders constant uuid[] := ARRAY(SELECT DISTINCT x.id FROM unnest(p_orders) x(id) ORDER BY x.id);
  v_some uuid[];
BEGIN
  -- What was added to the index of words last is looked through by each search, so it is kept short. A batch sorts more of it in at once, which is cheaper.
  IF cardinality(v_orders) > 50 THEN PERFORM set_config('gin_pending_list_limit', '1MB', true); END IF;
  FOR v_from IN 1..cardinality(v_orders) BY at_once LOOP
    v_some := v_orders[v_from:v_from + at_once - 1];
    PERFORM 1 FROM order_list d WHERE d.organization_id = v_org AND d.order_id = ANY (v_some) ORDER BY d.order_id FOR NO KEY UPDATE;
    INSERT INTO order_list AS d (organization_id, order_id, outlet_id, placed_at, revenue_cents, margin_cents, unmapped, words, buyer_words)
    SELECT v_org, e.order_id, e.outlet_id, e.placed_at, e.revenue_cents, e.margin_cents, e.unmapped, e.words, e.buyer_words
    FROM order_list_expected(v_some) e ORDER BY e.order_id
    ON CONFLICT (organization_id, order_id) DO UPDATE SET outlet_id = excluded.outlet_id, placed_at = excluded.placed_at,
      revenue_cents = excluded.revenue_cents, margin_cents = excluded.margin_cents, unmapped = excluded.unmapped, words = excluded.words,
      buyer_words = excluded.buyer_words
    WHERE (d.outlet_id, d.placed_at, d.revenue_cents, d.margin_cents, d.unmapped, d.words, d.buyer_words) IS DISTINCT FROM
      (excluded.outlet_id, excluded.placed_at, excluded.revenue_cents, excluded.margin_cents, excluded.unmapped, excluded.words, excluded.buyer_words);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION refresh_order_list FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refresh_order_list TO mascate_app, mascate_worker;

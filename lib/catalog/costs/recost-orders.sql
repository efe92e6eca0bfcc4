-- Called by lib/catalog/costs/costs-effect.ts, lib/catalog/costs/recost.ts. Gives the next p_limit orders that are due (recost_items) the
-- cost of their day; the roll-ups follow. Answers how many changed: zero when done.
CREATE OR REPLACE FUNCTION recost_orders(p_product uuid, p_from date, p_limit integer, p_taken numeric DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[] := array(SELECT DISTINCT r.order_id FROM recost_items(p_product, p_from, p_taken) r ORDER BY 1 LIMIT p_limit);
BEGIN
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (v_orders) ORDER BY id FOR UPDATE;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET unit_cost = r.cost FROM recost_items(p_product, p_from, p_taken) r
  WHERE i.organization_id = v_org AND r.order_id = ANY (v_orders) AND i.order_id = r.order_id AND i.line = r.line;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION recost_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION recost_orders TO mascate_app, mascate_worker;

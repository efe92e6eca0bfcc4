-- Called by lib/insight/data-checks/repairs/stock.ts. Levels that are not the sum of their movements become it; those alone are locked, as
-- a booking locks them. Answers how many.
CREATE OR REPLACE FUNCTION recount_stock_levels() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_products uuid[];
  v_changed integer;
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  v_products := array(
    SELECT product_id FROM (
      SELECT product_id, location_id, on_hand, reserved FROM stock_level WHERE organization_id = v_org
      UNION ALL SELECT product_id, location_id, -on_hand_delta, -reserved_delta FROM stock_movement WHERE organization_id = v_org) t
    GROUP BY product_id, location_id HAVING sum(on_hand) <> 0 OR sum(reserved) <> 0);
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, product_id, location_id FROM stock_movement WHERE organization_id = v_org AND product_id = ANY (v_products)
  ORDER BY 2, 3 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM stock_level WHERE organization_id = v_org AND product_id = ANY (v_products) ORDER BY product_id, location_id FOR UPDATE;
  UPDATE stock_level l SET on_hand = s.on_hand, reserved = s.reserved
  FROM (
    SELECT k.product_id, k.location_id, coalesce(sum(m.on_hand_delta), 0)::bigint AS on_hand, coalesce(sum(m.reserved_delta), 0)::bigint AS reserved
    FROM stock_level k LEFT JOIN stock_movement m ON m.organization_id = v_org AND m.product_id = k.product_id AND m.location_id = k.location_id
    WHERE k.organization_id = v_org AND k.product_id = ANY (v_products) GROUP BY 1, 2) s
  WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id
    AND (l.on_hand, l.reserved) IS DISTINCT FROM (s.on_hand, s.reserved);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION recount_stock_levels FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION recount_stock_levels TO mascate_worker;

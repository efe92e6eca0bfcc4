-- In SQL by apply_catalogue_batch, judge_catalogue_rows. The stock that a counted product should have now: what was counted, and what
-- orders and returns have moved since.
CREATE OR REPLACE FUNCTION sheet_stock_target(p_product uuid, p_location uuid, p_stock jsonb) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT (p_stock->>'count')::bigint + coalesce((SELECT sum(s.on_hand_delta)::bigint FROM stock_movement s
    WHERE s.organization_id = current_organization() AND s.product_id = p_product AND s.location_id = p_location
      AND s.id > (p_stock->>'seen')::bigint AND s.source_kind IN ('order', 'order_receipt', 'return')), 0)
$$;
REVOKE ALL ON FUNCTION sheet_stock_target FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION sheet_stock_target TO mascate_worker;

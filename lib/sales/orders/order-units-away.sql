-- Called by lib/sales/orders/detail.ts. In SQL by receive_order. The units that an order took of the own stock and that are away.
CREATE OR REPLACE FUNCTION order_units_away(p_order uuid) RETURNS TABLE (product_id uuid, units bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT m.product_id, -sum(m.on_hand_delta)::bigint FROM stock_movement m
  WHERE m.organization_id = current_organization() AND m.source_kind = 'order' AND m.source_id = p_order
  GROUP BY 1 HAVING sum(m.on_hand_delta) < 0
$$;
REVOKE ALL ON FUNCTION order_units_away FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_units_away TO mascate_app;

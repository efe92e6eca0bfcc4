-- In SQL by write_marketplace_orders. In SQL by write_marketplace_orders, which holds the shop's turn. Orders that a sheet of sales of a
-- company's own channels brought before the marketplace named them: they become the shop's, known by their codes, and the rows say the
-- rest. The sheet's names for them go, so that its next one meets the shop's order. Goods that the sheet took stay taken. Waits for a
-- sheet of sales that is being applied, and locks the orders of these codes in the order of their ids.
CREATE OR REPLACE FUNCTION adopt_channel_sales(p_shop uuid, p_rows staged_order[], p_moves boolean) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_codes text[] := array(SELECT r.code FROM unnest(p_rows) r);
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('sales:' || v_org, 0));
  SELECT array_agg(DISTINCT s.order_id) INTO v_orders FROM channel_sale s
  WHERE s.organization_id = v_org AND s.number = ANY (v_codes);
  IF v_orders IS NULL THEN RETURN; END IF;

  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND (o.id = ANY (v_orders) OR o.platform = 'shopee' AND o.external_code = ANY (v_codes))
  ORDER BY o.id FOR UPDATE;
  -- Of several sheets' names for one code the first becomes the shop's.
  v_orders := array(SELECT DISTINCT ON (s.number) o.id FROM channel_sale s JOIN orders o ON o.organization_id = v_org AND o.id = s.order_id
    WHERE s.organization_id = v_org AND s.number = ANY (v_codes) AND o.platform = 'manual' AND NOT EXISTS (
      SELECT 1 FROM orders x WHERE x.organization_id = v_org AND x.platform = 'shopee' AND x.external_code = s.number)
    ORDER BY s.number, o.id);
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE orders o SET platform = 'shopee', shop_id = p_shop, outlet_id = p_shop, channel_id = NULL, external_code = r.code, customer_name = NULL,
    placed_at = p."placedAt", local_day = p.day, local_hour = extract(hour FROM p."placedAt" AT TIME ZONE g.time_zone),
    paid_at = NULL, shipped_at = NULL, delivered_at = NULL, cancelled_at = NULL, total_cents = p.total,
    seller_discount_cents = 0, fees_charged_cents = NULL, freight_cost_cents = NULL, payment_method = NULL,
    moves_stock = o.moves_stock OR coalesce(p.moves, p_moves) AND NOT p.fulfilled
  FROM organization g, channel_sale s, unnest(p_rows) r, jsonb_to_record(r.payload) AS p("placedAt" timestamptz, day date, total bigint, moves boolean, fulfilled boolean)
  WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND g.organization_id = v_org AND s.organization_id = v_org AND s.order_id = o.id AND r.code = s.number;
  DELETE FROM channel_sale s WHERE s.organization_id = v_org AND s.order_id = ANY (v_orders);
  PERFORM append_order_deltas(v_orders, 1);
END $$;
REVOKE ALL ON FUNCTION adopt_channel_sales FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION adopt_channel_sales TO mascate_worker;

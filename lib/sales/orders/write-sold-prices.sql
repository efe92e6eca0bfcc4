-- In SQL by store_escrow, fill_missing_prices, price_by_revenue. The prices of items that came without one, or whose price another is
-- now: [{id, line, unit?, subtotal, saved}]. The orders' own sums follow, and the failure that named a missing price ends. The caller
-- holds the orders, and the roll-ups are its own.
CREATE OR REPLACE FUNCTION write_sold_prices(p_prices jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_orders uuid[] := array(SELECT DISTINCT x.id FROM jsonb_to_recordset(p_prices) AS x(id uuid));
BEGIN
  IF cardinality(v_orders) = 0 THEN RETURN; END IF;
  UPDATE order_item t SET subtotal_cents = x.subtotal, discount_cents = x.saved, price_missing = false,
    unit_price_cents = coalesce(x.unit, round(x.subtotal::numeric / t.quantity)::bigint)
  FROM jsonb_to_recordset(p_prices) AS x(id uuid, line int, unit bigint, subtotal bigint, saved bigint)
  WHERE t.organization_id = v_org AND t.order_id = x.id AND t.line = x.line;
  UPDATE orders o SET revenue_cents = s.subtotal, seller_discount_cents = s.saved
  FROM (SELECT i.order_id, sum(i.subtotal_cents)::bigint AS subtotal, sum(i.discount_cents)::bigint AS saved
    FROM order_item i WHERE i.organization_id = v_org AND i.order_id = ANY (v_orders) GROUP BY 1) s
  WHERE o.organization_id = v_org AND o.id = s.order_id;
  UPDATE sync_failure f SET state = 'resolved', next_at = NULL FROM orders o
  WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND f.organization_id = v_org AND f.shop_id = o.shop_id AND f.operation = 'price'
    AND f.error_code = 'priceMissing' AND f.state <> 'resolved' AND f.subject = o.external_code
    AND NOT EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = o.id AND i.price_missing);
END $$;
REVOKE ALL ON FUNCTION write_sold_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_sold_prices TO mascate_worker;

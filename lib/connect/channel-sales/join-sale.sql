-- In SQL by change_channel_sale. Goods of an order that one sheet of sales had not, another has: they join it. False where the order has
-- such goods by now. Called by apply_sales_batch, which has locked the stock of both and taken the order out of the sums. Fees that no
-- row tells are the channel's share of all that was sold.
CREATE OR REPLACE FUNCTION join_sale(p_order uuid, p_items jsonb, p_fee bigint, p_fee_rate numeric, p_customer text) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  o orders;
  v_units integer;
  v_gross bigint;
  v_discount bigint;
BEGIN
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = p_order FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT 1 FROM order_item i JOIN jsonb_to_recordset(p_items) AS x(sku text) ON lower(i.sku) = lower(x.sku)
    WHERE i.organization_id = v_org AND i.order_id = p_order) THEN
    RETURN false;
  END IF;
  INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, p_order, x.line + (SELECT coalesce(max(i.line), 0) FROM order_item i WHERE i.organization_id = v_org AND i.order_id = p_order),
    p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m, unit_cost_on(p.id, o.local_day)
  FROM ROWS FROM (jsonb_to_recordset(p_items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
  JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku);
  SELECT sum(x.q), sum(x.m), sum(x.d) INTO v_units, v_gross, v_discount FROM jsonb_to_recordset(p_items) AS x(q int, d bigint, m bigint);
  UPDATE orders SET units = units + v_units, revenue_cents = revenue_cents + v_gross, seller_discount_cents = seller_discount_cents + v_discount,
    total_cents = total_cents + v_gross, customer_name = coalesce(customer_name, p_customer), updated_at = now(), version = version + 1,
    fees_charged_cents = fees_charged_cents + coalesce(p_fee, round((revenue_cents + v_gross) * p_fee_rate) - round(revenue_cents * p_fee_rate))
  WHERE organization_id = v_org AND id = p_order;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION join_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION join_sale TO mascate_worker;

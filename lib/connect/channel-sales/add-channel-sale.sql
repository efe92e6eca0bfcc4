-- In SQL by apply_sales_batch. Called by apply_sales_batch, which holds the stock. Adds an order of a channel with its items and the
-- sale's number there (a row of the batch), at what they cost on their day. Raises P0001 product_not_found, and unique_violation where
-- the number is taken, by an order of the marketplace's too.
CREATE OR REPLACE FUNCTION add_channel_sale(p_order uuid, p_sale jsonb, p_code text, p_moves_stock boolean, p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_row record;
BEGIN
  SELECT * INTO v_row FROM jsonb_to_record(p_sale) AS s(sale text, code text, day date, "placedAt" timestamptz, status "OrderStatus", customer text, units int, revenue bigint,
    discount bigint, fee bigint, items jsonb, channel_id uuid, channel_name citext, fee_rate numeric, "otherCodes" text[]);
  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.external_code = ANY (upper(v_row.code) || v_row."otherCodes")) THEN
    RAISE EXCEPTION USING errcode = 'unique_violation';
  END IF;
  PERFORM require_sale_products(v_row.items);
  INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, external_code, status, customer_name, placed_at, local_day, paid_at,
    shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, total_cents, fees_charged_cents, moves_stock, created_by)
  VALUES (v_org, p_order, p_code,
    'manual', v_row.channel_id, v_row.channel_id,
    CASE WHEN v_row.code IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'manual' AND o.external_code = v_row.code)
      THEN v_row.code || ' · ' || v_row.channel_name ELSE v_row.code END,
    v_row.status, v_row.customer, v_row."placedAt", v_row.day,
    CASE WHEN v_row.status <> 'pending' THEN v_row."placedAt" END, CASE WHEN v_row.status IN ('shipped', 'delivered') THEN v_row."placedAt" END,
    CASE WHEN v_row.status = 'delivered' THEN v_row."placedAt" END, CASE WHEN v_row.status = 'cancelled' THEN v_row."placedAt" END,
    v_row.units, v_row.revenue, v_row.discount, v_row.revenue, coalesce(v_row.fee, round(v_row.revenue * v_row.fee_rate)),
    p_moves_stock, p_actor);
  INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, p_order, x.line, p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m,
    unit_cost_on(p.id, v_row.day)
  FROM ROWS FROM (jsonb_to_recordset(v_row.items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
  JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku);
  INSERT INTO channel_sale (organization_id, channel_id, number, order_id) VALUES (v_org, v_row.channel_id, v_row.sale, p_order);
  -- Under its number at the marketplace the sale becomes the shop's order as well (adopt_channel_sales).
  INSERT INTO channel_sale (organization_id, channel_id, number, order_id)
  SELECT v_org, v_row.channel_id, c.number, p_order FROM unnest(v_row."otherCodes") AS c(number) ON CONFLICT DO NOTHING;
END $$;
REVOKE ALL ON FUNCTION add_channel_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_channel_sale TO mascate_worker;

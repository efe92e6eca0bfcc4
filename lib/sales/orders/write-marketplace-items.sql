-- In SQL by write_marketplace_orders. Called by write_marketplace_orders, which holds the orders and their stock. Writes the items of
-- these orders: a known one keeps its product and cost while its listing is the same, and what the row has no more goes. The last four
-- parameters are what find_order_listings answers.
CREATE OR REPLACE FUNCTION write_marketplace_items(
  p_orders uuid[], p_rows staged_order[], p_changed uuid[], p_keys text[], p_listings uuid[], p_products uuid[], p_quantities integer[]
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, u.id, i.line, l.id, l.product_id, l.product_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m,
    coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= (u.payload->>'day')::date
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, (u.payload->>'day')::date))
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint))
    WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, line)
  JOIN unnest(p_keys, p_listings, p_products, p_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    product_id = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.product_id, excluded.product_id) ELSE excluded.product_id END,
    product_quantity = CASE WHEN t.listing_id = excluded.listing_id AND t.product_id IS NOT NULL THEN t.product_quantity ELSE excluded.product_quantity END,
    unit_cost = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.unit_cost, excluded.unit_cost) ELSE excluded.unit_cost END,
    listing_id = excluded.listing_id, sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents;
  DELETE FROM order_item t USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (p_changed) AND t.line > jsonb_array_length(u.payload->'items');
END $$;
REVOKE ALL ON FUNCTION write_marketplace_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_items TO mascate_worker;

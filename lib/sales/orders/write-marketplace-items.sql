-- In SQL by write_marketplace_orders. Called by write_marketplace_orders, which holds the orders and their stock. Writes the items of
-- these orders: what an order has of a listing keeps its product and cost, on whichever line it comes now (lines of the same listing in
-- their order), and what the row has no more goes. The last four parameters are what find_order_listings answers.
CREATE OR REPLACE FUNCTION write_marketplace_items(
  p_orders uuid[], p_rows staged_order[], p_changed uuid[], p_keys text[], p_listings uuid[], p_products uuid[], p_quantities integer[]
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  WITH known AS MATERIALIZED (
    SELECT k.order_id, k.listing_id, k.product_id, k.product_quantity, k.unit_cost,
      row_number() OVER (PARTITION BY k.order_id, k.listing_id ORDER BY k.line) AS nth
    FROM order_item k WHERE k.organization_id = v_org AND k.order_id = ANY (p_changed)
  ), given AS (
    SELECT u.id, (u.payload->>'day')::date AS day, i.*, l.id AS listing_id, l.product_id, l.product_quantity,
      row_number() OVER (PARTITION BY u.id, l.id ORDER BY i.line) AS nth
    FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
    ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint, u boolean))
      WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, u, line)
    JOIN unnest(p_keys, p_listings, p_products, p_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ), mapped AS (
    SELECT g.*, k.unit_cost AS known_cost, coalesce(k.product_id, g.product_id) AS of_product,
      CASE WHEN k.product_id IS NULL THEN g.product_quantity ELSE k.product_quantity END AS of_quantity
    FROM given g LEFT JOIN known k ON k.order_id = g.id AND k.listing_id = g.listing_id AND k.nth = g.nth
  )
  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, price_missing, unit_cost)
  SELECT v_org, i.id, i.line, i.listing_id, i.of_product, i.of_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m, coalesce(i.u, false),
    coalesce(i.known_cost, (SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = i.of_product AND c.from_day <= i.day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(i.of_product, i.day))
  FROM mapped i
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    listing_id = excluded.listing_id, product_id = excluded.product_id, product_quantity = excluded.product_quantity, unit_cost = excluded.unit_cost,
    sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents,
    price_missing = excluded.price_missing;
  -- A kit is what it was when it was sold, also on another line.
  INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
  SELECT v_org, i.order_id, i.line, k.kit_id, k.product_id, k.quantity
  FROM order_item i JOIN order_item_part k ON k.organization_id = v_org AND k.order_id = i.order_id AND k.kit_id = i.product_id AND k.line <> i.line
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_changed) AND NOT EXISTS (
    SELECT 1 FROM order_item_part p WHERE p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id)
  ON CONFLICT DO NOTHING;
  DELETE FROM order_item t USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (p_changed) AND t.line > jsonb_array_length(u.payload->'items');
END $$;
REVOKE ALL ON FUNCTION write_marketplace_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_items TO mascate_worker;

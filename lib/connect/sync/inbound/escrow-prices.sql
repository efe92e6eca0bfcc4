-- In SQL by write_escrow. The items whose price or discount another is now, [{id, line, subtotal, saved}], of the orders (rows as in
-- write_escrow, with the order's id) that hold a bundle, or whose price was missing, and whose items all agree with the platform's in
-- number and quantity.
CREATE OR REPLACE FUNCTION escrow_prices(p_rows jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  -- Lines of the same listing differ by their order.
  WITH unpriced AS MATERIALIZED (
    SELECT DISTINCT i.order_id FROM order_item i WHERE i.organization_id = current_organization() AND i.price_missing
      AND i.order_id = ANY (array(SELECT r.id FROM jsonb_to_recordset(p_rows) AS r(id uuid)))
  ), stated AS (
    SELECT r.id, i.item, i.model, i.q, i.subtotal, i.saved, row_number() OVER (PARTITION BY r.id, i.item, i.model ORDER BY i.place) AS nth
    FROM jsonb_to_recordset(p_rows) AS r(id uuid, items jsonb, bundle boolean),
    ROWS FROM (jsonb_to_recordset(r.items) AS (item text, model text, q int, subtotal bigint, saved bigint))
      WITH ORDINALITY AS i(item, model, q, subtotal, saved, place)
    WHERE r.bundle OR r.id IN (SELECT u.order_id FROM unpriced u)
  ), line AS (
    SELECT t.order_id AS id, l.item_id AS item, l.model_id AS model, t.line, t.quantity, t.subtotal_cents, t.discount_cents, t.price_missing,
      row_number() OVER (PARTITION BY t.order_id, l.item_id, l.model_id ORDER BY t.line) AS nth
    FROM order_item t LEFT JOIN listing l ON l.organization_id = current_organization() AND l.id = t.listing_id
    WHERE t.organization_id = current_organization() AND t.order_id = ANY (array(SELECT stated.id FROM stated))
  ), met AS (
    SELECT id, l.line, t.subtotal, t.saved, l.subtotal_cents, l.discount_cents, l.price_missing, coalesce(t.q = l.quantity, false) AS agrees
    FROM stated t FULL JOIN line l USING (id, item, model, nth)
  )
  SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM met m WHERE m.id IN (
    SELECT id FROM met GROUP BY id
    HAVING bool_and(agrees) AND bool_or((subtotal, saved) IS DISTINCT FROM (subtotal_cents, discount_cents) OR price_missing))
$$;
REVOKE ALL ON FUNCTION escrow_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION escrow_prices TO mascate_worker;

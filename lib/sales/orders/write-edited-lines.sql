-- In SQL by edit_order. Called by edit_order, which holds the order and its stock. Lines that are not named go, those named change,
-- others are added with what they cost on p_day; the discount is shared out to them, to the cent. Answers the units and the sum before
-- the discount.
CREATE OR REPLACE FUNCTION write_edited_lines(p_order uuid, p_lines jsonb, p_discount bigint, p_day date, OUT units integer, OUT gross bigint)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  DELETE FROM order_item i WHERE i.organization_id = v_org AND i.order_id = p_order
    AND NOT i.line = ANY (array(SELECT l.line FROM jsonb_to_recordset(p_lines) AS l(line int) WHERE l.line IS NOT NULL));

  WITH asked AS (
    SELECT x.ord, (x.l->>'line')::int AS line, (x.l->>'product')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'price')::bigint AS price
    FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS x(l, ord)
  ), summed AS (
    SELECT a.*, a.quantity * a.price AS gross, sum(a.quantity * a.price) OVER (ORDER BY a.ord) AS gross_to_here, sum(a.quantity * a.price) OVER () AS gross_of_all
    FROM asked a
  ), shared AS (
    SELECT s.*, CASE WHEN gross_of_all > 0
      THEN round(p_discount * gross_to_here / gross_of_all) - round(p_discount * (gross_to_here - gross) / gross_of_all) ELSE 0 END::bigint AS discount
    FROM summed s
  ), kept AS (
    UPDATE order_item i SET quantity = s.quantity, unit_price_cents = s.price, discount_cents = s.discount, subtotal_cents = s.gross - s.discount
    FROM shared s WHERE i.organization_id = v_org AND i.order_id = p_order AND i.line = s.line
  ), added AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
    SELECT v_org, p_order, (SELECT coalesce(max(i.line), 0) FROM order_item i WHERE i.organization_id = v_org AND i.order_id = p_order)
      + row_number() OVER (ORDER BY s.ord), r.id, r.sku::text, r.title, s.quantity, s.price, s.discount, s.gross - s.discount,
      unit_cost_on(r.id, p_day)
    FROM shared s JOIN product r ON r.organization_id = v_org AND r.id = s.product WHERE s.line IS NULL
  )
  SELECT sum(quantity)::int, sum(gross)::bigint INTO units, gross FROM shared;
END $$;
REVOKE ALL ON FUNCTION write_edited_lines FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_edited_lines TO mascate_app;

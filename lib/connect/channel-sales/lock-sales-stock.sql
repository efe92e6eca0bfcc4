-- In SQL by apply_sales_batch. Called by apply_sales_batch, before it writes any of these rows of a sheet (their numbers ascending):
-- locks the orders that they name, by their ids, then the stock (lock_order_stock) of these and of all their products, those of days
-- before p_from not.
CREATE OR REPLACE FUNCTION lock_sales_stock(p_import uuid, p_numbers integer[], p_from date) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[] := array(SELECT s.order_id FROM import_row r JOIN channel c ON c.organization_id = v_org AND c.name = (r.payload->>'channel')::citext
    JOIN channel_sale s ON s.organization_id = v_org AND s.channel_id = c.id AND s.number = r.payload->>'sale'
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers));
BEGIN
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) ORDER BY o.id FOR UPDATE;
  PERFORM lock_order_stock(v_orders, array(
    SELECT DISTINCT p.id FROM import_row r, jsonb_to_recordset(r.payload->'items') AS x(sku text)
    JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku)
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers)
      AND (p_from IS NULL OR (r.payload->>'day')::date >= p_from)));
END $$;
REVOKE ALL ON FUNCTION lock_sales_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION lock_sales_stock TO mascate_worker;

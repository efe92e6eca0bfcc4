-- Run by the trigger on orders. Renamed orders are rewritten together, once a statement: one by one they take twenty times as long. Changes
-- are found by EXCEPT, since a join of before and after is planned once for few rows and is quadratic for many.
CREATE OR REPLACE FUNCTION refresh_renamed_orders() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ids constant uuid[] := ARRAY(
    SELECT c.id FROM (
      SELECT a.id, a.code, a.external_code, a.tracking_number, a.customer_name FROM after a
      EXCEPT SELECT b.id, b.code, b.external_code, b.tracking_number, b.customer_name FROM before b) c
    ORDER BY c.id);
BEGIN
  IF cardinality(v_ids) > 0 THEN PERFORM refresh_order_list(v_ids); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_renamed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_renamed_orders();

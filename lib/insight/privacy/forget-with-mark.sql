-- Run by the trigger on orders. Once for all orders of a statement, so that the orders of an erasure are searched together. Its own changes
-- mark no order again. It runs as the owner, since a writer of an order has no right to all rows that it deletes.
CREATE OR REPLACE FUNCTION forget_with_mark() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_orders uuid[];
BEGIN
  SELECT array_agg(c.id) INTO v_orders FROM (
    SELECT a.id, a.buyer_erased_at FROM after a WHERE a.buyer_erased_at IS NOT NULL
    EXCEPT SELECT e.id, e.buyer_erased_at FROM earlier e) c;
  IF v_orders IS NOT NULL THEN PERFORM forget_marked(v_orders); END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_with_mark FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER forget_with_mark AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS earlier NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION forget_with_mark();

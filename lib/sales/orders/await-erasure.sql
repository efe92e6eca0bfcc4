-- Called by lib/sales/orders/key-buyers.ts. In SQL by write_marketplace_orders. Waits for what erases one of these buyers, and lets none of them
-- be erased until the end of the transaction.
CREATE OR REPLACE FUNCTION await_erasure(p_organization uuid, p_keys bytea[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(b.lock) FROM (
    SELECT DISTINCT buyer_lock(p_organization, k) AS lock FROM unnest(p_keys) k WHERE k IS NOT NULL ORDER BY 1) b;
END $$;
REVOKE ALL ON FUNCTION await_erasure FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION await_erasure TO mascate_app, mascate_worker;

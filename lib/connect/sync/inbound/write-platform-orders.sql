-- Called by lib/connect/sync/inbound/write-orders.ts. Orders as the API gave them: [{number, code, hash (hex), payload}].
CREATE OR REPLACE FUNCTION write_platform_orders(p_shop uuid, p_orders jsonb, p_numbers jsonb, p_actor uuid)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[])
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT * FROM write_marketplace_orders(p_shop, 'api', array(
    SELECT ROW(x.number, x.code, decode(x.hash, 'hex'), x.payload)::staged_order
    FROM jsonb_to_recordset(p_orders) AS x(number int, code text, hash text, payload jsonb) ORDER BY x.number), p_numbers, false, NULL, p_actor)
$$;
REVOKE ALL ON FUNCTION write_platform_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_platform_orders TO mascate_worker;

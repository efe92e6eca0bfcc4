-- Called by lib/connect/sync/inbound/write-orders.ts. Takes the numbers that new orders need, by the year of their day: {"2025": 17} answers the
-- number before the first one. A transaction of its own, so that no other call waits for the batch; numbers that are not used leave gaps,
-- which are allowed.
CREATE OR REPLACE FUNCTION take_order_numbers(p_need jsonb) RETURNS jsonb
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH need AS (SELECT key::int AS year, value::int AS n FROM jsonb_each_text(p_need) ORDER BY 1), taken AS (
    INSERT INTO order_number AS t (organization_id, year, last) SELECT current_organization(), year, n FROM need
    ON CONFLICT (organization_id, year) DO UPDATE SET last = t.last + excluded.last
    RETURNING year, last
  )
  SELECT coalesce(jsonb_object_agg(taken.year, taken.last - need.n), '{}') FROM taken JOIN need USING (year)
$$;
REVOKE ALL ON FUNCTION take_order_numbers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_order_numbers TO mascate_worker;

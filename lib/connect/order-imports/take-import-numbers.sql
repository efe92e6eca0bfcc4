-- Called by lib/connect/channel-sales/apply-sales.ts, lib/connect/order-imports/apply-import.ts. Takes the numbers that the next batch's
-- new orders need, by the year of their day: {"2025": 17}. A statement of its own, so that no other call waits for the batch; numbers that
-- are not used leave gaps, which are allowed.
CREATE OR REPLACE FUNCTION take_import_numbers(p_import uuid, p_limit integer) RETURNS jsonb
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH need AS (
    SELECT left(payload->>'day', 4)::int AS year, count(*)::int AS n
    FROM (SELECT payload, outcome FROM import_row WHERE organization_id = current_organization() AND import_id = p_import
      AND outcome IN ('new', 'changed') ORDER BY number LIMIT p_limit) b
    WHERE outcome = 'new' GROUP BY 1 ORDER BY 1
  ), taken AS (
    INSERT INTO order_number AS t (organization_id, year, last) SELECT current_organization(), year, n FROM need
    ON CONFLICT (organization_id, year) DO UPDATE SET last = t.last + excluded.last
    RETURNING year, last
  )
  SELECT coalesce(jsonb_object_agg(taken.year, taken.last - need.n), '{}') FROM taken JOIN need USING (year)
$$;
REVOKE ALL ON FUNCTION take_import_numbers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_import_numbers TO mascate_worker;

-- Called by lib/connect/sync/webhook-event-counts.ts. The answers since that day, of all companies together: it names no shop.
CREATE OR REPLACE FUNCTION list_push_counts(p_from date) RETURNS TABLE (outcome text, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.outcome, sum(c.count), max(c.last_at) FROM push_count c WHERE c.day >= p_from GROUP BY 1 ORDER BY 3 DESC
$$;
REVOKE ALL ON FUNCTION list_push_counts FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_push_counts TO mascate_app, mascate_worker;

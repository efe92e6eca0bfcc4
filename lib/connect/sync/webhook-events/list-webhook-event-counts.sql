-- Called by lib/connect/sync/webhook-events/webhook-event-counts.ts. The answers since that day, of all companies together: it names no shop.
CREATE OR REPLACE FUNCTION list_webhook_event_counts(p_from date) RETURNS TABLE (outcome text, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.outcome, sum(c.count), max(c.last_at) FROM webhook_event_count c WHERE c.day >= p_from GROUP BY 1 ORDER BY 3 DESC
$$;
REVOKE ALL ON FUNCTION list_webhook_event_counts FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_webhook_event_counts TO mascate_app, mascate_worker;

-- Called by lib/worker/tasks/purge-leftovers.ts. Deletes webhook events that were processed before a moment, and those unprocessed for a
-- month: up to p_limit, the oldest first in the order of the key.
CREATE OR REPLACE FUNCTION purge_webhook_event_batch(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM webhook_inbox WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_inbox WHERE received_at < p_before AND (state <> 'waiting' OR received_at < now() - interval '30 days')
    ORDER BY id LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION purge_webhook_event_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION purge_webhook_event_batch TO mascate_worker;

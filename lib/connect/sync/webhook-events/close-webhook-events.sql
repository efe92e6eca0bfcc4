-- Called by lib/connect/sync/webhook-events/work-webhook-events.ts. Marks webhook events as worked, or with their error.
CREATE OR REPLACE FUNCTION close_webhook_events(p_ids bigint[], p_state "InboxState", p_error text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  UPDATE webhook_inbox SET state = p_state, error_code = p_error, attempts = attempts + 1, done_at = CASE WHEN p_state <> 'waiting' THEN now() END
  WHERE id = ANY (p_ids);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION close_webhook_events FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION close_webhook_events TO mascate_worker;

-- Called by lib/connect/sync/webhook-events/receive-webhook-event.ts. Stores a webhook event and queues the work on those of its shop; false when it was here before.
CREATE OR REPLACE FUNCTION receive_webhook_event(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT store_webhook_event(p_hash, p_external, p_code, p_body, p_at) THEN RETURN false; END IF;
  PERFORM graphile_worker.add_job('work-webhook-events', json_build_object('externalShopId', p_external), queue_name => 'webhook-events:' || coalesce(p_external, ''),
    job_key => 'work-webhook-events:' || coalesce(p_external, ''), max_attempts => 25);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION receive_webhook_event FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION receive_webhook_event TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION receive_webhook_event OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

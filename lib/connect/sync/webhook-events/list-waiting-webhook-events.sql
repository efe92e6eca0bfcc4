-- Called by lib/connect/sync/webhook-events/work-webhook-events.ts. The next webhook events of a shop in the order of the platform's time; those of no one shop under NULL.
CREATE OR REPLACE FUNCTION list_waiting_webhook_events(p_external text, p_limit integer)
RETURNS TABLE (id bigint, code integer, body jsonb, platform_at timestamptz, attempts integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, p.code, p.body, p.platform_at, p.attempts FROM webhook_inbox p
  WHERE p.external_shop_id IS NOT DISTINCT FROM p_external AND p.state = 'waiting' ORDER BY p.platform_at, p.id LIMIT p_limit
$$;
REVOKE ALL ON FUNCTION list_waiting_webhook_events FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_waiting_webhook_events TO mascate_worker;

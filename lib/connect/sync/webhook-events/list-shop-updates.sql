-- Called by lib/connect/sync/webhook-events/webhook-event-counts.ts. The webhook events of the shops that the current organization holds, since it holds them.
CREATE OR REPLACE FUNCTION list_shop_updates(p_from timestamptz)
RETURNS TABLE (shop_id uuid, code integer, count bigint, last_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.shop_id, p.code, count(*), max(p.received_at) FROM shop_claim c
  JOIN webhook_inbox p ON p.platform = c.platform AND p.external_shop_id = c.external_shop_id
    AND p.received_at >= greatest(p_from, c.claimed_at)
  WHERE c.holder_id = current_organization() GROUP BY 1, 2
$$;
REVOKE ALL ON FUNCTION list_shop_updates FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_shop_updates TO mascate_app, mascate_worker;

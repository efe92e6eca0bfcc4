-- Called by lib/assist/webhooks/deliver.ts. Addresses with something due that do not rest.
CREATE OR REPLACE FUNCTION list_due_webhooks() RETURNS TABLE (organization_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.organization_id, e.id FROM webhook_endpoint e
  WHERE e.state = 'active' AND (e.rests_until IS NULL OR e.rests_until <= now())
    AND EXISTS (SELECT 1 FROM webhook_delivery d
      WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= now())
$$;
REVOKE ALL ON FUNCTION list_due_webhooks FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_due_webhooks TO mascate_worker;

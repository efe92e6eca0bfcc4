-- Called by lib/connect/sync/webhook-events/work-webhook-events.ts. The company that holds a shop of the platform, by the platform's number.
CREATE OR REPLACE FUNCTION find_shop_holder(p_platform "Platform", p_external text) RETURNS TABLE (organization_id uuid, shop_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.holder_id, c.shop_id FROM shop_claim c WHERE c.platform = p_platform AND c.external_shop_id = p_external
$$;
REVOKE ALL ON FUNCTION find_shop_holder FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION find_shop_holder TO mascate_worker;

-- Called by lib/connect/shops/active-companies.ts, lib/connect/shops/watch-grants.ts, lib/connect/sync/streams/schedule-syncs.ts. Shops with a living grant, of all
-- organizations: what the worker's schedule looks at.
CREATE OR REPLACE FUNCTION list_active_shops()
RETURNS TABLE (organization_id uuid, shop_id uuid, external_shop_id text, grant_ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.organization_id, s.id, s.external_shop_id, s.grant_ends_at FROM shop s
  JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.status = 'active' AND s.external_shop_id IS NOT NULL AND (o.deletion_at IS NULL OR o.deletion_at > now())
$$;
REVOKE ALL ON FUNCTION list_active_shops FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_active_shops TO mascate_worker;

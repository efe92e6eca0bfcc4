-- In SQL by list_organizations_to_plan. Companies with a connected shop whose stock or prices we set: where the worker looks for listing updates.
CREATE OR REPLACE FUNCTION list_updating_organizations() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT s.organization_id FROM shop s JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.status = 'active' AND 'mascate' IN (s.stock_master, s.price_master) AND (o.deletion_at IS NULL OR o.deletion_at > now())
$$;
REVOKE ALL ON FUNCTION list_updating_organizations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_updating_organizations TO mascate_worker;

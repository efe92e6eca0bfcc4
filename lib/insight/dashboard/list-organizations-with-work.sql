-- Called by lib/worker/tasks/maintenance.ts. Which organizations wait for the worker. As the owner: the one place that looks across tenants.
CREATE OR REPLACE FUNCTION list_organizations_with_work() RETURNS TABLE (organization_id uuid, unchained boolean, unfolded boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id,
    EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = o.organization_id AND e.position IS NULL),
    EXISTS (SELECT 1 FROM sales_day_delta d WHERE d.organization_id = o.organization_id)
      OR EXISTS (SELECT 1 FROM product_day_delta d WHERE d.organization_id = o.organization_id)
  FROM organization o
  WHERE EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = o.organization_id AND e.position IS NULL)
    OR EXISTS (SELECT 1 FROM sales_day_delta d WHERE d.organization_id = o.organization_id)
    OR EXISTS (SELECT 1 FROM product_day_delta d WHERE d.organization_id = o.organization_id)
$$;
REVOKE ALL ON FUNCTION list_organizations_with_work FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_with_work TO mascate_worker;

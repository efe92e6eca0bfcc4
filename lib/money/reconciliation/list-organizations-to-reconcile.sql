-- Called by lib/worker/tasks/reconcile.ts. The companies with orders that are due for reconciliation.
CREATE OR REPLACE FUNCTION list_organizations_to_reconcile() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id FROM organization o
  WHERE (o.deletion_at IS NULL OR o.deletion_at > now()) AND (EXISTS (SELECT 1 FROM reconcile_due d WHERE d.organization_id = o.organization_id)
    OR EXISTS (SELECT 1 FROM reconcile_span s WHERE s.organization_id = o.organization_id)) ORDER BY 1
$$;
REVOKE ALL ON FUNCTION list_organizations_to_reconcile FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_to_reconcile TO mascate_worker;

-- Called by lib/worker/tasks/delete-organizations.ts. Organizations whose grace period before deletion has passed.
CREATE OR REPLACE FUNCTION list_organizations_to_delete() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id FROM organization o WHERE o.deletion_at <= now() UNION ALL SELECT d.gone_id FROM deleted_organization d
$$;
REVOKE ALL ON FUNCTION list_organizations_to_delete FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_to_delete TO mascate_worker;

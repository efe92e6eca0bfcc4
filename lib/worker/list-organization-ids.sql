-- Called by lib/worker/tasks/expire-cases.ts, lib/worker/tasks/fees.ts, lib/worker/tasks/health-checks.ts,
-- lib/worker/tasks/maintenance.ts, lib/worker/tasks/make-expenses.ts, lib/worker/tasks/notify-alarms.ts,
-- lib/worker/tasks/notify-digests.ts, lib/worker/tasks/reconcile.ts. All companies that are not being deleted, for what the night does to
-- each.
CREATE OR REPLACE FUNCTION list_organization_ids() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM organization WHERE deletion_at IS NULL OR deletion_at > now() ORDER BY 1
$$;
REVOKE ALL ON FUNCTION list_organization_ids FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organization_ids TO mascate_worker;

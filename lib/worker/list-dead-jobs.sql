-- Called by lib/insight/data-checks/checks/connections.ts. In SQL by retry_dead_jobs. Jobs of the company that failed as often as they may and
-- are tried no more.
CREATE OR REPLACE FUNCTION list_dead_jobs() RETURNS TABLE (job_id bigint, task text, attempts integer, failed_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT j.id, t.identifier, j.attempts::integer, j.updated_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL AND j.payload ->> 'organizationId' = current_organization()::text;
END $$;
REVOKE ALL ON FUNCTION list_dead_jobs FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION list_dead_jobs TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION list_dead_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- Called by lib/insight/data-checks/repairs/connections.ts. Queues the company's jobs again that failed as often as they may.
CREATE OR REPLACE FUNCTION retry_dead_jobs() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_jobs bigint[] := array(SELECT job_id FROM list_dead_jobs());
BEGIN
  PERFORM graphile_worker.reschedule_jobs(v_jobs, now(), NULL, 0);
  RETURN cardinality(v_jobs);
END $$;
REVOKE ALL ON FUNCTION retry_dead_jobs FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION retry_dead_jobs TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION retry_dead_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- Called by lib/core/telemetry/figures.ts. Counts for who runs the installation: of all companies together, nothing of any one of them.
CREATE OR REPLACE FUNCTION count_jobs(OUT waiting integer, OUT oldest_seconds double precision, OUT failing integer, OUT dead jsonb)
RETURNS record
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NULL THEN RETURN; END IF;
  SELECT count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now()),
    extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now())),
    count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.last_error IS NOT NULL)
  INTO waiting, oldest_seconds, failing
  FROM graphile_worker._private_jobs j;
  SELECT coalesce(jsonb_object_agg(t.identifier, coalesce(d.jobs, 0)), '{}') INTO dead
  FROM graphile_worker._private_tasks t
  LEFT JOIN (SELECT j.task_id, count(*) AS jobs FROM graphile_worker._private_jobs j WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL
    GROUP BY j.task_id) d ON d.task_id = t.id;
END $$;
REVOKE ALL ON FUNCTION count_jobs FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION count_jobs TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION count_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

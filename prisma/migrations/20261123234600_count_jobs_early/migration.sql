-- As before; of a queue whose tables no worker has made yet nothing is known.
CREATE OR REPLACE FUNCTION count_jobs(OUT waiting integer, OUT oldest_seconds double precision, OUT failing integer, OUT dead integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NULL THEN RETURN; END IF;
  SELECT count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now()),
    extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now())),
    count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.last_error IS NOT NULL),
    count(*) FILTER (WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL)
  INTO waiting, oldest_seconds, failing, dead
  FROM graphile_worker._private_jobs j;
END $$;

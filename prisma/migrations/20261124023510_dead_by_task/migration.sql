-- Jobs that gave up by their task: those of the installation itself stand on no company's screen. Each task has its number, so that a first one
-- is seen to have come.
DROP FUNCTION count_jobs;
CREATE FUNCTION count_jobs(OUT waiting integer, OUT oldest_seconds double precision, OUT failing integer, OUT dead jsonb)
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

-- A push is worked off, left aside or waits: none is ever given up, and to look for one went through all of them.
DROP FUNCTION count_operations;
CREATE FUNCTION count_operations(OUT inbox_waiting bigint, OUT inbox_oldest_seconds double precision,
  OUT unsealed bigint, OUT unsealed_oldest_seconds double precision, OUT shops_active bigint, OUT shops_expired bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.waiting, i.oldest, s.waiting, s.oldest, p.active, p.expired
  FROM (SELECT count(*) AS waiting, extract(epoch FROM now() - min(received_at))::double precision AS oldest FROM push_inbox WHERE state = 'waiting') i,
    (SELECT count(*) AS waiting, extract(epoch FROM now() - min(at))::double precision AS oldest FROM audit_event WHERE position IS NULL) s,
    (SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'expired') AS expired
      FROM shop WHERE external_shop_id IS NOT NULL) p
$$;
CREATE INDEX push_inbox_waiting_since ON push_inbox (received_at) WHERE state = 'waiting';

REVOKE ALL ON FUNCTION count_jobs, count_operations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_jobs, count_operations TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION count_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- Counts for who runs the installation: of all companies together, nothing of any one of them.
CREATE FUNCTION count_jobs(OUT waiting integer, OUT oldest_seconds double precision, OUT failing integer, OUT dead integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now()),
    extract(epoch FROM now() - min(j.run_at) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL AND j.run_at <= now())),
    count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.last_error IS NOT NULL),
    count(*) FILTER (WHERE j.attempts >= j.max_attempts AND j.locked_at IS NULL)
  INTO waiting, oldest_seconds, failing, dead
  FROM graphile_worker._private_jobs j;
END $$;

CREATE FUNCTION count_operations(OUT inbox_waiting bigint, OUT inbox_oldest_seconds double precision, OUT inbox_dead bigint,
  OUT unsealed bigint, OUT unsealed_oldest_seconds double precision, OUT shops_active bigint, OUT shops_expired bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.waiting, i.oldest, d.dead, s.waiting, s.oldest, p.active, p.expired
  FROM (SELECT count(*) AS waiting, extract(epoch FROM now() - min(received_at))::double precision AS oldest FROM push_inbox WHERE state = 'waiting') i,
    (SELECT count(*) AS dead FROM push_inbox WHERE state = 'dead') d,
    (SELECT count(*) AS waiting, extract(epoch FROM now() - min(at))::double precision AS oldest FROM audit_event WHERE position IS NULL) s,
    (SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'expired') AS expired
      FROM shop WHERE external_shop_id IS NOT NULL) p
$$;

REVOKE ALL ON FUNCTION count_jobs, count_operations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_jobs, count_operations TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION count_jobs OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- Called by lib/core/telemetry/figures.ts. Counts for who runs the installation: of all companies together, nothing of any one of them.
CREATE OR REPLACE FUNCTION count_operations(
  OUT inbox_waiting bigint, OUT inbox_oldest_seconds double precision, OUT unchained bigint, OUT unchained_oldest_seconds double precision,
  OUT shops_active bigint, OUT shops_expired bigint
)
RETURNS record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.waiting, i.oldest, s.waiting, s.oldest, p.active, p.expired
  FROM (SELECT count(*) AS waiting, extract(epoch FROM now() - min(received_at))::double precision AS oldest FROM webhook_inbox WHERE state = 'waiting') i,
    (SELECT count(*) AS waiting, extract(epoch FROM now() - min(at))::double precision AS oldest FROM audit_event WHERE position IS NULL) s,
    (SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'expired') AS expired
      FROM shop WHERE external_shop_id IS NOT NULL) p
$$;
REVOKE ALL ON FUNCTION count_operations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION count_operations TO mascate_app;

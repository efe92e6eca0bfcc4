-- Called by lib/connect/shops/limiter.ts. No call takes a slot during the next p_ms.
CREATE OR REPLACE FUNCTION hold_back(p_key text, p_ms double precision) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp SET synchronous_commit = off AS $$
  INSERT INTO call_pace AS c (key, free_at) VALUES (p_key, clock_timestamp() + make_interval(secs => p_ms / 1000))
  ON CONFLICT (key) DO UPDATE SET free_at = greatest(c.free_at, excluded.free_at)
$$;
REVOKE ALL ON FUNCTION hold_back FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION hold_back TO mascate_app, mascate_worker;

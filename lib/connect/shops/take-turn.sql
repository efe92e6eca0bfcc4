-- Called by lib/connect/shops/limiter.ts. Takes the next free slot of p_ms and tells in how many ms it begins; takes none and tells a negative wait
-- when that is later than p_longest_ms.
CREATE OR REPLACE FUNCTION take_turn(p_key text, p_ms double precision, p_longest_ms double precision) RETURNS double precision
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET synchronous_commit = off AS $$
DECLARE
  v_length interval := make_interval(secs => p_ms / 1000);
  v_free timestamptz;
  v_ms double precision;
BEGIN
  INSERT INTO call_pace AS c (key, free_at) VALUES (p_key, clock_timestamp() + v_length)
  ON CONFLICT (key) DO UPDATE SET free_at = greatest(c.free_at, clock_timestamp()) + v_length
  WHERE c.free_at <= clock_timestamp() + make_interval(secs => p_longest_ms / 1000)
  RETURNING free_at - v_length INTO v_free;
  IF v_free IS NOT NULL THEN RETURN greatest(0, extract(epoch FROM v_free - clock_timestamp()) * 1000); END IF;
  SELECT extract(epoch FROM c.free_at - clock_timestamp()) * 1000 INTO v_ms FROM call_pace c WHERE c.key = p_key;
  RETURN -greatest(1, v_ms);
END $$;
REVOKE ALL ON FUNCTION take_turn FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_turn TO mascate_app, mascate_worker;

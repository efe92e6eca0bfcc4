-- Called by lib/identity/auth/close-session.ts. Ends the session with this hash; answers whose it was.
CREATE OR REPLACE FUNCTION end_session(p_hash bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE session SET ended_at = now() WHERE (hash = p_hash OR former_hash = p_hash AND former_until > now()) AND ended_at IS NULL
$$;
REVOKE ALL ON FUNCTION end_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION end_session TO mascate_app;

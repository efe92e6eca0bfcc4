-- Called by lib/identity/auth/sessions/end-sessions.ts. Ends one of the user's own sessions.
CREATE OR REPLACE FUNCTION end_user_session(p_user uuid, p_session uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE session SET ended_at = now() WHERE user_id = p_user AND id = p_session AND ended_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;
REVOKE ALL ON FUNCTION end_user_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION end_user_session TO mascate_app;

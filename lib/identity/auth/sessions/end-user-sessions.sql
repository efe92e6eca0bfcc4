-- Called by lib/identity/auth/sessions/end-sessions.ts, lib/identity/organizations/end-member-sessions.ts. Ends the user's sessions but
-- the one to keep (NULL: all of them); answers how many.
CREATE OR REPLACE FUNCTION end_user_sessions(p_user uuid, p_keep uuid) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep RETURNING 1)
  SELECT count(*)::int FROM ended
$$;
REVOKE ALL ON FUNCTION end_user_sessions FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION end_user_sessions TO mascate_app;

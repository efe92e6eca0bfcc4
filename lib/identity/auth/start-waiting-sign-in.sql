-- Called by lib/identity/auth/waiting-sign-in.ts. The first factor was shown, the second is owed. The person's earlier unfinished sign-ins
-- are deleted.
CREATE OR REPLACE FUNCTION start_waiting_sign_in(
  p_hash bytea, p_user uuid, p_how text, p_subject text, p_email citext, p_expires timestamptz
)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM waiting_sign_in WHERE user_id = p_user AND (used_at IS NOT NULL OR expires_at <= now());
  INSERT INTO waiting_sign_in (hash, user_id, how, subject, email, expires_at) VALUES (p_hash, p_user, p_how, p_subject, p_email, p_expires)
$$;
REVOKE ALL ON FUNCTION start_waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION start_waiting_sign_in TO mascate_app;

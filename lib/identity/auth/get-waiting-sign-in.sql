-- Called by lib/identity/auth/waiting-sign-in.ts. The sign-in that waits for its second step, while it has not passed.
CREATE OR REPLACE FUNCTION get_waiting_sign_in(p_hash bytea) RETURNS TABLE (user_id uuid, how text, subject text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.user_id, w.how, w.subject, w.email::text FROM waiting_sign_in w WHERE w.hash = p_hash AND w.used_at IS NULL AND w.expires_at > now()
$$;
REVOKE ALL ON FUNCTION get_waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_waiting_sign_in TO mascate_app;

-- Called by lib/identity/auth/waiting-sign-in.ts. True once. The account first, as whatever ends its waiting sign-ins holds it first: neither waits
-- for the other in a ring.
CREATE OR REPLACE FUNCTION use_waiting_sign_in(p_hash bytea, p_user uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = p_user FOR UPDATE;
  UPDATE waiting_sign_in SET used_at = now() WHERE hash = p_hash AND user_id = p_user AND used_at IS NULL AND expires_at > now();
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION use_waiting_sign_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION use_waiting_sign_in TO mascate_app;

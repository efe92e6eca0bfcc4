-- Called by lib/identity/auth/open-session.ts. Whether the account was ever signed in: its first device needs no warning.
CREATE OR REPLACE FUNCTION has_signed_in(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM session WHERE user_id = p_user)
$$;
REVOKE ALL ON FUNCTION has_signed_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION has_signed_in TO mascate_app;

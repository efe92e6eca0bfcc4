-- Called by lib/identity/auth/accounts.ts. The data of an address for signing in with a password.
CREATE OR REPLACE FUNCTION get_user_by_email(p_email citext)
RETURNS TABLE (id uuid, email text, verified_at timestamptz, password_hash text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, email::text, verified_at, password_hash, display_name, language FROM app_user WHERE email = p_email
$$;
REVOKE ALL ON FUNCTION get_user_by_email FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_user_by_email TO mascate_app;

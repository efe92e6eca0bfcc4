-- Called by lib/identity/auth/user-security.ts. Which factors an account has, for the page on which its holder changes them.
CREATE OR REPLACE FUNCTION get_user_security(p_user uuid)
RETURNS TABLE (
  email text, password_hash text, verified_at timestamptz, totp_secret text, totp_since timestamptz, recovery_codes integer,
  google_email text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.email::text, u.password_hash, u.verified_at, u.totp_secret, u.totp_since,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL),
    (SELECT a.email::text FROM account a WHERE a.user_id = u.id AND a.provider = 'google')
  FROM app_user u WHERE u.id = p_user
$$;
REVOKE ALL ON FUNCTION get_user_security FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_user_security TO mascate_app;

-- Called by lib/identity/auth/two-factor/set-up.ts. Keeps a secret that is not in force before confirm_totp; false when a confirmed one stands.
CREATE OR REPLACE FUNCTION start_totp(p_user uuid, p_secret text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH started AS (UPDATE app_user SET totp_secret = p_secret, totp_step = NULL WHERE id = p_user AND totp_since IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM started)
$$;
REVOKE ALL ON FUNCTION start_totp FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION start_totp TO mascate_app;

-- Called by lib/identity/auth/two-factor/turn-off.ts. Takes the second factor and its recovery codes from an account; what waits for a second step
-- ends.
CREATE OR REPLACE FUNCTION disable_totp(p_user uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET totp_secret = NULL, totp_since = NULL, totp_step = NULL WHERE id = p_user;
  DELETE FROM recovery_code WHERE user_id = p_user;
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL
$$;
REVOKE ALL ON FUNCTION disable_totp FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION disable_totp TO mascate_app;

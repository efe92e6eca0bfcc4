-- Called by lib/identity/auth/two-factor/set-up.ts. Puts the secret in force that start_totp kept, with new recovery codes. A sign-in that waits
-- for a second step ends.
CREATE OR REPLACE FUNCTION confirm_totp(p_user uuid, p_secret text, p_step bigint, p_hashes bytea[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE app_user SET totp_since = now(), totp_step = p_step WHERE id = p_user AND totp_secret = p_secret AND totp_since IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM replace_recovery_codes(p_user, p_hashes);
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION confirm_totp FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION confirm_totp TO mascate_app;

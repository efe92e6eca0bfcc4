-- Called by lib/identity/auth/two-factor/set-up.ts. In SQL by confirm_totp. Takes the account's recovery codes away and keeps these.
CREATE OR REPLACE FUNCTION replace_recovery_codes(p_user uuid, p_hashes bytea[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM recovery_code WHERE user_id = p_user;
  INSERT INTO recovery_code (user_id, hash) SELECT p_user, h FROM unnest(p_hashes) h
$$;
REVOKE ALL ON FUNCTION replace_recovery_codes FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION replace_recovery_codes TO mascate_app;

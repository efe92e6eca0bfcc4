-- Called by lib/identity/auth/passwords/reset-password.ts. Uses a reset link once; answers the account, or nothing. Two uses at once take
-- turns on the link's row. Tokens of programs that act for the account end with a password that its owner no longer trusts.
CREATE OR REPLACE FUNCTION reset_password(p_hash bytea, p_password_hash text) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'reset' AND v.used_at IS NULL AND v.expires_at > now()
    AND EXISTS (SELECT 1 FROM app_user u WHERE u.id = v.user_id AND u.verified_at IS NOT NULL)
  RETURNING v.user_id INTO v_user;
  IF v_user IS NULL THEN RETURN; END IF;
  PERFORM set_password(v_user, p_password_hash, NULL);
  PERFORM end_access_tokens(v_user);
  RETURN QUERY SELECT v_user;
END $$;
REVOKE ALL ON FUNCTION reset_password FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION reset_password TO mascate_app;

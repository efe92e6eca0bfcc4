-- Called by lib/identity/auth/admit.ts. Whether the password that was shown is still the account's, held so until the transaction ends: a session
-- that it opens is seen, and ended, by whatever sets another one.
CREATE OR REPLACE FUNCTION holds_password(p_user uuid, p_hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = p_user AND password_hash = p_hash FOR SHARE;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION holds_password FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION holds_password TO mascate_app;

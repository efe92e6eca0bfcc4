-- Called by lib/identity/auth/passwords/change-password.ts. In SQL by reset_password. Sets a new password: the links that would set another end, so
-- does a change of address that waits, a sign-in that waits for its second step, and every session but the one to keep.
CREATE OR REPLACE FUNCTION set_password(p_user uuid, p_password_hash text, p_keep uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET password_hash = p_password_hash WHERE id = p_user AND verified_at IS NOT NULL;
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose IN ('reset', 'change_email') AND used_at IS NULL;
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL;
  UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep
$$;
REVOKE ALL ON FUNCTION set_password FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_password TO mascate_app;

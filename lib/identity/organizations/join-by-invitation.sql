-- Called by lib/identity/organizations/accept-invitation.ts. The person of an open invitation's address, which its email has proven. An
-- unconfirmed account of that address gives it up, with its registrations and links: its maker may be a stranger, and so may be the company
-- they named. Nothing where the address has a confirmed account: that one is opened by signing in.
CREATE OR REPLACE FUNCTION join_by_invitation(p_hash bytea, p_id uuid, p_display_name text, p_password_hash text, p_language text)
RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_email citext; v_released uuid;
BEGIN
  SELECT i.email INTO v_email FROM invitation i
  WHERE i.hash = p_hash AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now() FOR UPDATE;
  IF v_email IS NULL THEN RETURN; END IF;
  UPDATE app_user u SET email = u.id || '@released.invalid' WHERE u.email = v_email AND u.verified_at IS NULL RETURNING u.id INTO v_released;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_released AND v.used_at IS NULL;
  DELETE FROM registration r WHERE r.user_id = v_released;
  RETURN QUERY INSERT INTO app_user AS u (id, email, display_name, password_hash, language, verified_at)
    VALUES (p_id, v_email, p_display_name, p_password_hash, p_language, now())
    ON CONFLICT (email) DO NOTHING RETURNING u.id;
END $$;
REVOKE ALL ON FUNCTION join_by_invitation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION join_by_invitation TO mascate_app;

-- Called by lib/identity/auth/google/enter.ts. A person whose address a trusted provider has verified. An unconfirmed account of that
-- address gives it up, with its registrations and links: its maker may be a stranger, who must neither get in nor keep the holder out.
-- False where the address has a confirmed account.
CREATE OR REPLACE FUNCTION create_verified_user(p_id uuid, p_email citext, p_display_name text, p_language text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_released uuid;
BEGIN
  UPDATE app_user u SET email = u.id || '@released.invalid' WHERE u.email = p_email AND u.verified_at IS NULL RETURNING u.id INTO v_released;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_released AND v.used_at IS NULL;
  DELETE FROM registration r WHERE r.user_id = v_released;
  INSERT INTO app_user (id, email, display_name, language, verified_at) VALUES (p_id, p_email, p_display_name, p_language, now())
  ON CONFLICT (email) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION create_verified_user FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_verified_user TO mascate_app;

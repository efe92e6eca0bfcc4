-- Called by lib/identity/auth/email-change/confirm-change.ts. Uses a change link once: 'changed', 'taken' when another account has the
-- address by now, or 'gone'. Links sent to the old address end. A person who proves to read an address takes it from an unconfirmed
-- account.
CREATE OR REPLACE FUNCTION change_email(p_hash bytea) RETURNS TABLE (outcome text, user_id uuid, old_email text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid; v_new citext; v_old text;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'change_email' AND v.used_at IS NULL AND v.expires_at > now() RETURNING v.user_id, v.new_email INTO v_user, v_new;
  IF v_user IS NULL THEN RETURN QUERY SELECT 'gone'::text, NULL::uuid, NULL::text; RETURN; END IF;
  SELECT email::text INTO v_old FROM app_user WHERE id = v_user FOR UPDATE;
  PERFORM 1 FROM app_user u WHERE u.email = v_new AND u.verified_at IS NULL FOR UPDATE;
  DELETE FROM registration r USING app_user u WHERE r.user_id = u.id AND u.email = v_new AND u.verified_at IS NULL;
  UPDATE verification v SET used_at = now() FROM app_user u WHERE v.user_id = u.id AND u.email = v_new AND u.verified_at IS NULL AND v.used_at IS NULL;
  UPDATE app_user u SET email = u.id || '@released.invalid' WHERE u.email = v_new AND u.verified_at IS NULL;
  BEGIN
    UPDATE app_user SET email = v_new, verified_at = now() WHERE id = v_user;
  EXCEPTION WHEN unique_violation THEN
    RETURN QUERY SELECT 'taken'::text, v_user, v_old; RETURN;
  END;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_user AND v.used_at IS NULL;
  RETURN QUERY SELECT 'changed'::text, v_user, v_old;
END $$;
REVOKE ALL ON FUNCTION change_email FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION change_email TO mascate_app;

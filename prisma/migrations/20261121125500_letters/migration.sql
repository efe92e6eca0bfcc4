-- Letters to people who may belong to no organization, and a change of address that can be seen and called off.

-- Adds a letter in the caller's transaction; where it runs under an organization, the letter's own records are looked up there.
CREATE FUNCTION enqueue_letter(p_letter json, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('send-mail', json_build_object('letter', p_letter, 'organizationId', current_organization()),
    job_key => p_key, max_attempts => 10);
END $$;

-- Whom a letter to that address greets, and in which language; nothing for an address without an account.
CREATE FUNCTION get_letter_reader(p_email citext) RETURNS TABLE (display_name text, language text, confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT display_name, language, verified_at IS NOT NULL FROM app_user WHERE email = p_email
$$;

-- The address that an account waits to move to.
CREATE FUNCTION get_email_change(p_user uuid) RETURNS TABLE (new_email text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT v.new_email::text, v.expires_at FROM verification v
  WHERE v.user_id = p_user AND v.purpose = 'change_email' AND v.used_at IS NULL AND v.expires_at > now()
  ORDER BY v.expires_at DESC LIMIT 1
$$;

CREATE FUNCTION cancel_email_change(p_user uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = 'change_email' AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;

-- Also a change of address that waits ends: who takes an account back must not lose it to a link asked for before.
CREATE OR REPLACE FUNCTION set_password(p_user uuid, p_password_hash text, p_keep uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET password_hash = p_password_hash WHERE id = p_user AND verified_at IS NOT NULL;
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose IN ('reset', 'change_email') AND used_at IS NULL;
  UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep
$$;

-- As before; and who proves to read an address takes it from an account that nobody has confirmed.
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

REVOKE ALL ON FUNCTION enqueue_letter, get_letter_reader, get_email_change, cancel_email_change FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_letter TO mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_letter_reader TO mascate_worker;
GRANT EXECUTE ON FUNCTION get_email_change TO mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION cancel_email_change TO mascate_app;

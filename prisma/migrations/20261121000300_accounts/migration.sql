-- What a letter to an account's holder needs to know.
CREATE FUNCTION get_user_contact(p_user uuid) RETURNS TABLE (email text, display_name text, language text, verified_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT email::text, display_name, language, verified_at FROM app_user WHERE id = p_user
$$;

-- Why a confirmation link does not work: 'used', 'expired', or nothing where no such link was ever made.
CREATE FUNCTION get_verification_state(p_hash bytea) RETURNS TABLE (state text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN used_at IS NOT NULL THEN 'used' WHEN expires_at <= now() THEN 'expired' ELSE 'open' END
  FROM verification WHERE hash = p_hash AND purpose = 'confirm'
$$;

-- Registering again before the e-mail is confirmed: nobody has proven to own the account, so the newest password counts
-- and the links of earlier registrations end.
CREATE FUNCTION renew_unconfirmed_user(p_email citext, p_display_name text, p_password_hash text, p_language text) RETURNS TABLE (id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH renewed AS (
    UPDATE app_user SET display_name = p_display_name, password_hash = p_password_hash, language = p_language
    WHERE email = p_email AND verified_at IS NULL RETURNING app_user.id
  ), ended AS (
    UPDATE verification v SET used_at = now() FROM renewed WHERE v.user_id = renewed.id AND v.purpose = 'confirm' AND v.used_at IS NULL
  ) SELECT renewed.id FROM renewed
$$;

REVOKE ALL ON FUNCTION get_user_contact, get_verification_state, renew_unconfirmed_user FROM PUBLIC;
GRANT EXECUTE ON FUNCTION get_user_contact, get_verification_state, renew_unconfirmed_user TO mascate_app;
-- The worker makes the link itself when it writes the letter, so that no readable token lies in its queue.
GRANT EXECUTE ON FUNCTION get_user_contact, create_verification TO mascate_worker;

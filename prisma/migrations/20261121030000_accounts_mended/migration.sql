-- What one person wrote into the sign-up form. Until a link of one registration is used, an address may have several, by
-- people who may be strangers to each other: each link activates its own, and an unconfirmed account has no password at all.
CREATE TABLE registration (
  id UUID NOT NULL,
  user_id UUID NOT NULL,
  display_name TEXT NOT NULL,
  company_name TEXT,
  password_hash TEXT NOT NULL,
  language TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT registration_pkey PRIMARY KEY (id)
);
CREATE INDEX registration_user_id_idx ON registration (user_id);
ALTER TABLE verification ADD COLUMN registration_id UUID;

INSERT INTO registration (id, user_id, display_name, password_hash, language)
SELECT gen_random_uuid(), id, display_name, password_hash, language FROM app_user WHERE verified_at IS NULL AND password_hash IS NOT NULL;
UPDATE verification v SET registration_id = r.id FROM registration r WHERE r.user_id = v.user_id;
UPDATE app_user SET password_hash = NULL WHERE verified_at IS NULL;

DROP FUNCTION renew_unconfirmed_user;
DROP FUNCTION get_verification_state;

-- Adds a registration to an account that nobody has confirmed yet; answers the account, or nothing when the address is taken.
-- Old registrations whose last link has ended are forgotten here.
CREATE FUNCTION start_registration(p_id uuid, p_email citext, p_display_name text, p_company_name text, p_password_hash text, p_language text)
RETURNS TABLE (user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM registration r USING app_user u
  WHERE u.id = r.user_id AND u.email = p_email AND r.created_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM verification v WHERE v.registration_id = r.id AND v.used_at IS NULL AND v.expires_at > now());
  INSERT INTO registration (id, user_id, display_name, company_name, password_hash, language)
  SELECT p_id, u.id, p_display_name, p_company_name, p_password_hash, p_language FROM app_user u WHERE u.email = p_email AND u.verified_at IS NULL
  RETURNING registration.user_id
$$;

-- The registration of an unconfirmed address: the preferred one, or else the newest.
CREATE FUNCTION get_registration(p_email citext, p_preferred uuid) RETURNS TABLE (id uuid, user_id uuid, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.id, r.user_id, r.password_hash FROM registration r JOIN app_user u ON u.id = r.user_id
  WHERE u.email = p_email AND u.verified_at IS NULL
  ORDER BY (r.id = p_preferred) DESC NULLS LAST, r.created_at DESC, r.id DESC LIMIT 1
$$;

-- What the letter of a registration needs to know; nothing once the address is confirmed.
CREATE FUNCTION get_registration_contact(p_id uuid) RETURNS TABLE (email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.email::text, r.display_name, r.language FROM registration r JOIN app_user u ON u.id = r.user_id
  WHERE r.id = p_id AND u.verified_at IS NULL
$$;

-- Adds a link of a registration; the earlier ones stay good until one of the account's links is used.
CREATE FUNCTION create_confirmation(p_hash bytea, p_registration uuid, p_expires timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO verification (hash, user_id, purpose, expires_at, registration_id)
    SELECT p_hash, r.user_id, 'confirm', p_expires, r.id FROM registration r JOIN app_user u ON u.id = r.user_id
    WHERE r.id = p_registration AND u.verified_at IS NULL
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;

-- What a link would activate, and whether it still can: 'used', 'expired' or 'open'.
CREATE FUNCTION get_confirmation(p_hash bytea)
RETURNS TABLE (state text, user_id uuid, email text, registration_id uuid, display_name text, company_name text, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN v.used_at IS NOT NULL OR u.verified_at IS NOT NULL THEN 'used'
      WHEN v.expires_at <= now() OR r.id IS NULL THEN 'expired' ELSE 'open' END,
    u.id, u.email::text, r.id, r.display_name, r.company_name, r.password_hash
  FROM verification v JOIN app_user u ON u.id = v.user_id LEFT JOIN registration r ON r.id = v.registration_id
  WHERE v.hash = p_hash AND v.purpose = 'confirm'
$$;

-- Uses a link once: the account becomes what the link's own registration says, its other links and registrations end.
-- The account is locked first, so that two of its links used at once take turns.
CREATE OR REPLACE FUNCTION confirm_email(p_hash bytea) RETURNS TABLE (user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id FROM app_user u WHERE u.id = (SELECT v.user_id FROM verification v WHERE v.hash = p_hash) FOR UPDATE;
  WITH used AS (
    UPDATE verification SET used_at = now()
    WHERE hash = p_hash AND purpose = 'confirm' AND used_at IS NULL AND expires_at > now()
    RETURNING verification.user_id, verification.registration_id
  ), confirmed AS (
    UPDATE app_user u SET verified_at = now(), password_hash = coalesce(r.password_hash, u.password_hash),
      display_name = coalesce(r.display_name, u.display_name), language = coalesce(r.language, u.language)
    FROM used LEFT JOIN registration r ON r.id = used.registration_id
    WHERE u.id = used.user_id AND u.verified_at IS NULL AND (used.registration_id IS NULL OR r.id IS NOT NULL)
    RETURNING u.id
  ), ended AS (
    UPDATE verification v SET used_at = now() FROM confirmed c
    WHERE v.user_id = c.id AND v.purpose = 'confirm' AND v.used_at IS NULL AND v.hash <> p_hash
  ), forgotten AS (
    DELETE FROM registration r USING confirmed c WHERE r.user_id = c.id
  ) SELECT id FROM confirmed
$$;

REVOKE ALL ON FUNCTION start_registration, get_registration, get_registration_contact, create_confirmation, get_confirmation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_registration, get_registration, create_confirmation, get_confirmation TO mascate_app;
GRANT EXECUTE ON FUNCTION get_registration_contact, create_confirmation TO mascate_worker;

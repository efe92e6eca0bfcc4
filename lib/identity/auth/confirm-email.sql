-- Called by lib/identity/auth/confirmation-link.ts. Uses a link once: the account becomes what the link's own registration says, its other links and
-- registrations end. The account is locked first, so that two of its links used at once take turns.
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
REVOKE ALL ON FUNCTION confirm_email FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION confirm_email TO mascate_app;

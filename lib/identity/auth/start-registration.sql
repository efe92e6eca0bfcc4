-- Called by lib/identity/auth/register.ts. Adds a registration to an unconfirmed account; answers the account, or nothing when the address
-- is taken. Old registrations whose last link has ended are forgotten here.
CREATE OR REPLACE FUNCTION start_registration(
  p_id uuid, p_email citext, p_display_name text, p_company_name text, p_password_hash text, p_language text
)
RETURNS TABLE (user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM registration r USING app_user u
  WHERE u.id = r.user_id AND u.email = p_email AND r.created_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT 1 FROM verification v WHERE v.registration_id = r.id AND v.used_at IS NULL AND v.expires_at > now());
  INSERT INTO registration (id, user_id, display_name, company_name, password_hash, language)
  SELECT p_id, u.id, p_display_name, p_company_name, p_password_hash, p_language FROM app_user u WHERE u.email = p_email AND u.verified_at IS NULL
  RETURNING registration.user_id
$$;
REVOKE ALL ON FUNCTION start_registration FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION start_registration TO mascate_app;

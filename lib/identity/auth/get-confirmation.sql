-- Called by lib/identity/auth/confirmation-link.ts. The account that a link would activate, and whether it still can: 'used', 'expired' or
-- 'open'.
CREATE OR REPLACE FUNCTION get_confirmation(p_hash bytea)
RETURNS TABLE (state text, user_id uuid, email text, registration_id uuid, display_name text, company_name text, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN v.used_at IS NOT NULL OR u.verified_at IS NOT NULL THEN 'used'
      WHEN v.expires_at <= now() OR r.id IS NULL THEN 'expired' ELSE 'open' END,
    u.id, u.email::text, r.id, r.display_name, r.company_name, r.password_hash
  FROM verification v JOIN app_user u ON u.id = v.user_id LEFT JOIN registration r ON r.id = v.registration_id
  WHERE v.hash = p_hash AND v.purpose = 'confirm'
$$;
REVOKE ALL ON FUNCTION get_confirmation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_confirmation TO mascate_app;

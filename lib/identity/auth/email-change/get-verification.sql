-- Called by lib/identity/auth/email-change/email-link.ts, lib/identity/auth/passwords/reset-link.ts. A link that resets a password or moves an account to
-- another address: 'used', 'expired' or 'open'.
CREATE OR REPLACE FUNCTION get_verification(p_hash bytea, p_purpose "VerificationPurpose")
RETURNS TABLE (state text, user_id uuid, email text, new_email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN v.used_at IS NOT NULL THEN 'used' WHEN v.expires_at <= now() THEN 'expired' ELSE 'open' END,
    u.id, u.email::text, v.new_email::text, u.display_name, u.language
  FROM verification v JOIN app_user u ON u.id = v.user_id WHERE v.hash = p_hash AND v.purpose = p_purpose
$$;
REVOKE ALL ON FUNCTION get_verification FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_verification TO mascate_app, mascate_worker;

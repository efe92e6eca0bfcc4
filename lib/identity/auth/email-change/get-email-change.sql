-- Called by lib/identity/auth/email-change/email-link.ts. The address that an account waits to move to.
CREATE OR REPLACE FUNCTION get_email_change(p_user uuid) RETURNS TABLE (new_email text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT v.new_email::text, v.expires_at FROM verification v
  WHERE v.user_id = p_user AND v.purpose = 'change_email' AND v.used_at IS NULL AND v.expires_at > now()
  ORDER BY v.expires_at DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION get_email_change FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_email_change TO mascate_app, mascate_worker;

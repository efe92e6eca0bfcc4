-- Called by lib/insight/notifications/address-email.ts. Whom an email to that address greets, and in which language; nothing for an address without an
-- account.
CREATE OR REPLACE FUNCTION get_email_reader(p_email citext) RETURNS TABLE (display_name text, language text, confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT display_name, language, verified_at IS NOT NULL FROM app_user WHERE email = p_email
$$;
REVOKE ALL ON FUNCTION get_email_reader FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_email_reader TO mascate_worker;

-- Called by lib/insight/notifications/address-email.ts. The data for the mail of a registration; nothing once the address is confirmed.
CREATE OR REPLACE FUNCTION get_registration_contact(p_id uuid) RETURNS TABLE (email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.email::text, r.display_name, r.language FROM registration r JOIN app_user u ON u.id = r.user_id
  WHERE r.id = p_id AND u.verified_at IS NULL
$$;
REVOKE ALL ON FUNCTION get_registration_contact FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_registration_contact TO mascate_worker;

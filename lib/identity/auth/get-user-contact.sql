-- Called by lib/identity/account/erase-account.ts, lib/identity/organizations/end-invitations.ts,
-- lib/identity/organizations/invitation-link.ts, lib/insight/notifications/address-email.ts. The data for a mail to an account's holder.
CREATE OR REPLACE FUNCTION get_user_contact(p_user uuid)
RETURNS TABLE (email text, display_name text, language text, verified_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT email::text, display_name, language, verified_at FROM app_user WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION get_user_contact FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_user_contact TO mascate_app, mascate_worker;

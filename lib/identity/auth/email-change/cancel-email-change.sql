-- Called by lib/identity/auth/email-change/request-change.ts. Ends the links of a change of address that waits; true where one waited.
CREATE OR REPLACE FUNCTION cancel_email_change(p_user uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = 'change_email' AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;
REVOKE ALL ON FUNCTION cancel_email_change FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION cancel_email_change TO mascate_app;

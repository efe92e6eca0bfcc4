-- Called by lib/identity/auth/google/link.ts. The user to whom an identity of a provider belongs.
CREATE OR REPLACE FUNCTION find_account(p_provider text, p_subject text) RETURNS TABLE (user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT user_id FROM account WHERE provider = p_provider AND subject = p_subject
$$;
REVOKE ALL ON FUNCTION find_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION find_account TO mascate_app;

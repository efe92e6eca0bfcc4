-- Called by lib/identity/auth/google/link.ts. Takes an identity of a provider from an account.
CREATE OR REPLACE FUNCTION unlink_account(p_provider text, p_user uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM account WHERE provider = p_provider AND user_id = p_user RETURNING 1) SELECT EXISTS (SELECT 1 FROM gone)
$$;
REVOKE ALL ON FUNCTION unlink_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION unlink_account TO mascate_app;

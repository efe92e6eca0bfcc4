-- Called by lib/identity/auth/google/link.ts. False when the identity or the user's place for that provider is taken already.
CREATE OR REPLACE FUNCTION link_account(p_provider text, p_subject text, p_user uuid, p_email citext) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO account (provider, subject, user_id, email) VALUES (p_provider, p_subject, p_user, p_email) ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION link_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION link_account TO mascate_app;

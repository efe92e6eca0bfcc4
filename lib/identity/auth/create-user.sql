-- Called by lib/identity/auth/register.ts. Makes an unconfirmed account, with its first registration; nothing when the address has one.
CREATE OR REPLACE FUNCTION create_user(p_id uuid, p_email citext, p_display_name text, p_password_hash text, p_language text)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO app_user (id, email, display_name, password_hash, language) VALUES (p_id, p_email, p_display_name, p_password_hash, p_language)
    ON CONFLICT (email) DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION create_user FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_user TO mascate_app;

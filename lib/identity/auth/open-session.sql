-- Called by lib/identity/auth/open-session.ts. Opens a session in the user's first organization. The caller keeps the id; the table has only its
-- hash.
CREATE OR REPLACE FUNCTION open_session(p_id uuid, p_hash bytea, p_user uuid, p_expires timestamptz, p_device text, p_network text)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO session (id, hash, user_id, organization_id, expires_at, device, network)
    SELECT p_id, p_hash, u.id,
      (SELECT m.organization_id FROM membership m WHERE m.user_id = u.id ORDER BY m.created_at, m.organization_id LIMIT 1), p_expires, p_device, p_network
    FROM app_user u WHERE u.id = p_user AND u.verified_at IS NOT NULL
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION open_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION open_session TO mascate_app;

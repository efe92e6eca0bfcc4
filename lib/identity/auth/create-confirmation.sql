-- Called by lib/identity/auth/confirmation-link.ts. Adds a link of a registration; the earlier ones stay good until one of the account's links is
-- used.
CREATE OR REPLACE FUNCTION create_confirmation(p_hash bytea, p_registration uuid, p_expires timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO verification (hash, user_id, purpose, expires_at, registration_id)
    SELECT p_hash, r.user_id, 'confirm', p_expires, r.id FROM registration r JOIN app_user u ON u.id = r.user_id
    WHERE r.id = p_registration AND u.verified_at IS NULL
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;
REVOKE ALL ON FUNCTION create_confirmation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_confirmation TO mascate_app, mascate_worker;

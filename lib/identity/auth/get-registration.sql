-- Called by lib/identity/auth/registrations.ts. The registration of an unconfirmed address: the preferred one, or else the newest.
CREATE OR REPLACE FUNCTION get_registration(p_email citext, p_preferred uuid) RETURNS TABLE (id uuid, user_id uuid, password_hash text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.id, r.user_id, r.password_hash FROM registration r JOIN app_user u ON u.id = r.user_id
  WHERE u.email = p_email AND u.verified_at IS NULL
  ORDER BY (r.id = p_preferred) DESC NULLS LAST, r.created_at DESC, r.id DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION get_registration FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_registration TO mascate_app;

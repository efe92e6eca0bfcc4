-- Called by lib/identity/account/erase-account.ts. The companies of which the person is the only owner.
CREATE OR REPLACE FUNCTION list_sole_ownerships(p_user uuid) RETURNS TABLE (name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.name FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user AND m.role = 'owner' AND (o.deletion_at IS NULL OR o.deletion_at > now()) AND NOT EXISTS (
    SELECT 1 FROM membership other WHERE other.organization_id = m.organization_id AND other.role = 'owner' AND other.user_id <> p_user)
  ORDER BY o.name
$$;
REVOKE ALL ON FUNCTION list_sole_ownerships FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_sole_ownerships TO mascate_app;

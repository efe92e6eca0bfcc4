-- Called by lib/identity/auth/accounts.ts, lib/identity/auth/own-words.ts, lib/identity/organizations/queries.ts. The companies that a
-- person belongs to, with the role there.
CREATE OR REPLACE FUNCTION list_user_organizations(p_user uuid)
RETURNS TABLE (organization_id uuid, name text, role "Role", deletion_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.organization_id, o.name, m.role, o.deletion_at FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user ORDER BY m.created_at, m.organization_id
$$;
REVOKE ALL ON FUNCTION list_user_organizations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_user_organizations TO mascate_app;

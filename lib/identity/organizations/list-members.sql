-- Called by lib/identity/notices/causes.ts, lib/identity/organizations/queries.ts, lib/insight/data-checks/checks/people.ts. The people
-- of the current organization, as its members may see each other.
CREATE OR REPLACE FUNCTION list_members()
RETURNS TABLE (
  user_id uuid, email text, display_name text, avatar_id uuid, role "Role", since timestamptz, version integer, has_second_step boolean,
  last_seen_at timestamptz, legal_entity_ids uuid[]
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.email::text, u.display_name, u.avatar_id, m.role, m.created_at, m.version, u.totp_since IS NOT NULL,
    (SELECT max(s.last_seen_at) FROM session s WHERE s.user_id = u.id AND s.organization_id = m.organization_id),
    ARRAY(SELECT e.legal_entity_id FROM membership_entity e WHERE e.organization_id = m.organization_id AND e.user_id = m.user_id)
  FROM membership m JOIN app_user u ON u.id = m.user_id
  WHERE m.organization_id = current_organization()
  ORDER BY m.role, u.display_name, u.id
$$;
REVOKE ALL ON FUNCTION list_members FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_members TO mascate_app, mascate_worker;

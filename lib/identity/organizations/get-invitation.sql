-- Called by lib/identity/organizations/find-invitation.ts. An invitation as who holds its link may see it: 'open', 'used', 'revoked', 'expired', or
-- 'ending' where the organization is about to be deleted.
CREATE OR REPLACE FUNCTION get_invitation(p_hash bytea)
RETURNS TABLE (
  state text, organization_id uuid, organization_name text, id uuid, email text, role "Role", legal_entity_ids uuid[],
  invited_by_name text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
      WHEN o.deletion_at IS NOT NULL THEN 'ending' WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END,
    o.organization_id, o.name, i.id, i.email::text, i.role, i.legal_entity_ids, u.display_name
  FROM invitation i JOIN organization o ON o.organization_id = i.organization_id LEFT JOIN app_user u ON u.id = i.invited_by
  WHERE i.hash = p_hash
$$;
REVOKE ALL ON FUNCTION get_invitation FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_invitation TO mascate_app, mascate_worker;

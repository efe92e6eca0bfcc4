-- Called by lib/identity/organizations/queries.ts. The open invitations to the address that the person has confirmed.
CREATE OR REPLACE FUNCTION list_user_invitations(p_user uuid)
RETURNS TABLE (organization_id uuid, organization_name text, id uuid, role "Role", invited_by_name text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id, o.name, i.id, i.role, by.display_name, i.expires_at
  FROM app_user u JOIN invitation i ON i.email = u.email JOIN organization o ON o.organization_id = i.organization_id
  LEFT JOIN app_user by ON by.id = i.invited_by
  WHERE u.id = p_user AND u.verified_at IS NOT NULL AND o.deletion_at IS NULL
    AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
  ORDER BY i.created_at DESC, i.id
$$;
REVOKE ALL ON FUNCTION list_user_invitations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_user_invitations TO mascate_app;

-- Companies of a person with the day on which one ends, invitations that wait for a person, and joining by an invitation's letter.
DROP FUNCTION list_user_organizations;
CREATE FUNCTION list_user_organizations(p_user uuid) RETURNS TABLE (organization_id uuid, name text, role "Role", deletion_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.organization_id, o.name, m.role, o.deletion_at FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user ORDER BY m.created_at, m.organization_id
$$;

-- An invitation as who holds its link may see it: 'open', 'used', 'revoked', 'expired', or 'ending' where the organization is about to be deleted.
CREATE OR REPLACE FUNCTION get_invitation(p_hash bytea) RETURNS TABLE (
  state text, organization_id uuid, organization_name text, id uuid, email text, role "Role", legal_entity_ids uuid[], invited_by_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
      WHEN o.deletion_at IS NOT NULL THEN 'ending' WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END,
    o.organization_id, o.name, i.id, i.email::text, i.role, i.legal_entity_ids, u.display_name
  FROM invitation i JOIN organization o ON o.organization_id = i.organization_id LEFT JOIN app_user u ON u.id = i.invited_by
  WHERE i.hash = p_hash
$$;

-- The open invitations to the address that the person has confirmed.
CREATE FUNCTION list_user_invitations(p_user uuid) RETURNS TABLE (
  organization_id uuid, organization_name text, id uuid, role "Role", invited_by_name text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id, o.name, i.id, i.role, by.display_name, i.expires_at
  FROM app_user u JOIN invitation i ON i.email = u.email JOIN organization o ON o.organization_id = i.organization_id
  LEFT JOIN app_user by ON by.id = i.invited_by
  WHERE u.id = p_user AND u.verified_at IS NOT NULL AND o.deletion_at IS NULL
    AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
  ORDER BY i.created_at DESC, i.id
$$;

-- The person of an open invitation's address, which its letter has proven: new, or an account that nobody has confirmed yet, whose
-- registrations and links end. Nothing where the address has a confirmed account: that one is opened by signing in.
CREATE FUNCTION join_by_invitation(p_hash bytea, p_id uuid, p_display_name text, p_password_hash text, p_language text) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_email citext; v_user uuid;
BEGIN
  SELECT i.email INTO v_email FROM invitation i
  WHERE i.hash = p_hash AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now() FOR UPDATE;
  IF v_email IS NULL THEN RETURN; END IF;
  INSERT INTO app_user (id, email, display_name, password_hash, language, verified_at)
  VALUES (p_id, v_email, p_display_name, p_password_hash, p_language, now())
  ON CONFLICT (email) DO UPDATE SET display_name = p_display_name, password_hash = p_password_hash, language = p_language, verified_at = now()
    WHERE app_user.verified_at IS NULL
  RETURNING app_user.id INTO v_user;
  IF v_user IS NULL THEN RETURN; END IF;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_user AND v.used_at IS NULL;
  DELETE FROM registration r WHERE r.user_id = v_user;
  RETURN QUERY SELECT v_user;
END $$;

REVOKE ALL ON FUNCTION list_user_organizations, list_user_invitations, join_by_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_user_organizations, list_user_invitations, join_by_invitation TO mascate_app;

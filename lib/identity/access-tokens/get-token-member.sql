-- Called by lib/identity/access-tokens/bearer.ts. The member behind a token, with the role and the legal entities of this moment: a token of who was
-- removed, or lacks the second factor that the company requires, opens nothing.
CREATE OR REPLACE FUNCTION get_token_member(p_hash bytea)
RETURNS TABLE (
  token_id uuid, scope "TokenScope", user_id uuid, organization_id uuid, organization_name text, time_zone text, language text,
  role "Role", legal_entity_ids uuid[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_organization uuid;
BEGIN
  SELECT t.organization_id INTO v_organization FROM access_token t WHERE t.hash = p_hash;
  IF v_organization IS NULL THEN RETURN; END IF;
  PERFORM set_config('app.organization_id', v_organization::text, true);
  UPDATE access_token t SET last_used_at = now()
  WHERE t.organization_id = v_organization AND t.hash = p_hash AND t.revoked_at IS NULL AND t.expires_at > now()
    AND (t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute');
  RETURN QUERY
  SELECT t.id, t.scope, u.id, o.organization_id, o.name, o.time_zone, u.language, m.role,
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END
  FROM access_token t
  JOIN app_user u ON u.id = t.user_id
  JOIN membership m ON m.user_id = t.user_id AND m.organization_id = t.organization_id
  JOIN organization o ON o.organization_id = m.organization_id
  WHERE t.organization_id = v_organization AND t.hash = p_hash AND t.revoked_at IS NULL AND t.expires_at > now()
    AND (u.totp_since IS NOT NULL OR NOT o.second_factor_required);
  PERFORM set_config('app.organization_id', '', true);
END $$;
REVOKE ALL ON FUNCTION get_token_member FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_token_member TO mascate_app;

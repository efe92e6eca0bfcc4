-- Called by lib/identity/auth/preferences.ts, lib/identity/organizations/switch-organization.ts. Moves a session to another company of the same person; false where they
-- do not belong to it.
CREATE OR REPLACE FUNCTION switch_session_organization(p_hash bytea, p_organization uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS (
    UPDATE session s SET organization_id = p_organization
    WHERE (s.hash = p_hash OR s.former_hash = p_hash AND s.former_until > now()) AND s.ended_at IS NULL
      AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = p_organization)
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM moved)
$$;
REVOKE ALL ON FUNCTION switch_session_organization FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION switch_session_organization TO mascate_app;

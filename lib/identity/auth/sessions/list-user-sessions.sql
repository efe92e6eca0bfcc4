-- Called by lib/identity/auth/sessions/queries.ts. The living sessions of a person, as the profile lists them.
CREATE OR REPLACE FUNCTION list_user_sessions(p_user uuid)
RETURNS TABLE (id uuid, created_at timestamptz, last_seen_at timestamptz, device text, network text, organization_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.created_at, s.last_seen_at, s.device, s.network, o.name FROM session s LEFT JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.user_id = p_user AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours'
  ORDER BY s.last_seen_at DESC, s.id
$$;
REVOKE ALL ON FUNCTION list_user_sessions FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_user_sessions TO mascate_app;

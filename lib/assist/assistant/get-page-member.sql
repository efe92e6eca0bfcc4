-- Called by lib/assist/assistant/viewer.ts, lib/assist/functions/page-token.ts. The member behind a page's token: while that session lives, stands in
-- that company and is that person's.
CREATE OR REPLACE FUNCTION get_page_member(p_session uuid, p_user uuid, p_organization uuid)
RETURNS TABLE (organization_name text, time_zone text, language text, role "Role", legal_entity_ids uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.name, o.time_zone, u.language, m.role, CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.id = p_session AND s.user_id = p_user AND s.organization_id = p_organization
    AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours'
$$;
REVOKE ALL ON FUNCTION get_page_member FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_page_member TO mascate_app;

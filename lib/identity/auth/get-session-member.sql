-- Called by lib/identity/auth/member.ts. The person behind a session, read at every request: nothing when it ended, passed its absolute
-- term or idled for 12 h. Last use is kept to the minute, where it is one (p_is_use): a page that waits for news uses nothing. A person who
-- lost the session's organization goes on in their next one; its columns are null where there is none. Entities are looked up for an
-- accountant alone.
CREATE OR REPLACE FUNCTION get_session_member(p_hash bytea, p_is_use boolean)
RETURNS TABLE (
  session_id uuid, session_created_at timestamptz, renewal_due boolean, user_id uuid, email text, display_name text, avatar_id uuid,
  language text, language_chosen boolean, theme text, color_scheme text, has_second_step boolean, organization_id uuid,
  organization_name text, time_zone text, deletion_at timestamptz, role "Role", legal_entity_ids uuid[], productivity boolean,
  second_factor_missing boolean
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id uuid;
  v_former_ends boolean;
BEGIN
  SELECT s.id, s.hash = p_hash AND s.former_until > now() + interval '30 seconds' INTO v_id, v_former_ends
  FROM session s WHERE s.hash = p_hash OR s.former_hash = p_hash AND s.former_until > now();
  IF v_id IS NULL THEN RETURN; END IF;
  IF v_former_ends THEN
    UPDATE session s SET former_until = now() + interval '30 seconds' WHERE s.id = v_id AND s.hash = p_hash;
  END IF;
  UPDATE session s SET last_seen_at = now()
  WHERE p_is_use AND s.id = v_id AND s.ended_at IS NULL AND s.last_seen_at < now() - interval '1 minute' AND s.last_seen_at > now() - interval '12 hours';
  UPDATE session s SET organization_id = (
      SELECT m.organization_id FROM membership m WHERE m.user_id = s.user_id ORDER BY m.created_at, m.organization_id LIMIT 1)
  WHERE s.id = v_id AND s.ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = s.organization_id)
    AND (s.organization_id IS NOT NULL OR EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id));
  RETURN QUERY
  SELECT s.id, s.created_at, s.renewal_due OR s.hash <> p_hash, u.id, u.email::text, u.display_name, u.avatar_id, u.language, u.language_chosen, u.theme,
    u.color_scheme, u.totp_since IS NOT NULL, o.organization_id, o.name, o.time_zone, o.deletion_at, m.role,
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END, o.productivity,
    coalesce(o.second_factor_required AND u.totp_since IS NULL, false)
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.id = v_id AND (s.hash = p_hash OR s.former_hash = p_hash)
    AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;
REVOKE ALL ON FUNCTION get_session_member FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_session_member TO mascate_app;

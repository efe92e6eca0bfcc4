-- list_user_invitations looks by address, through those of every company: the open ones are few among all that were ever sent.
CREATE INDEX invitation_open ON invitation (email) WHERE accepted_at IS NULL AND revoked_at IS NULL;

-- The bell counts on every page what a person has not read yet.
CREATE INDEX notification_unread ON notification (organization_id, user_id) WHERE read_at IS NULL AND in_product;

-- As before, at every request; but an accountant's entities are asked for an accountant alone, since no other role has any.
CREATE OR REPLACE FUNCTION get_session_member(p_hash bytea) RETURNS TABLE (
  session_id uuid, session_created_at timestamptz, user_id uuid, email text, display_name text, avatar_id uuid, language text, language_chosen boolean,
  theme text, color_scheme text, has_second_step boolean, organization_id uuid, organization_name text, time_zone text, deletion_at timestamptz,
  role "Role", legal_entity_ids uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE session s SET last_seen_at = now()
  WHERE s.hash = p_hash AND s.ended_at IS NULL AND s.last_seen_at < now() - interval '1 minute' AND s.last_seen_at > now() - interval '12 hours';
  UPDATE session s SET organization_id = (
      SELECT m.organization_id FROM membership m WHERE m.user_id = s.user_id ORDER BY m.created_at, m.organization_id LIMIT 1)
  WHERE s.hash = p_hash AND s.ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = s.organization_id)
    AND (s.organization_id IS NOT NULL OR EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id));
  RETURN QUERY
  SELECT s.id, s.created_at, u.id, u.email::text, u.display_name, u.avatar_id, u.language, u.language_chosen, u.theme, u.color_scheme,
    u.totp_since IS NOT NULL, o.organization_id, o.name, o.time_zone, o.deletion_at, m.role,
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.hash = p_hash AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;

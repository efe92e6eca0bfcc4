-- What a person chose, told from what nobody chose; notices that go by mail alone.
-- NULL: never chosen. The defaults so far were nobody's choice.
ALTER TABLE "app_user" ADD COLUMN     "language_chosen" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "theme" DROP NOT NULL,
ALTER COLUMN "theme" DROP DEFAULT,
ALTER COLUMN "color_scheme" DROP NOT NULL,
ALTER COLUMN "color_scheme" DROP DEFAULT;
UPDATE "app_user" SET "theme" = nullif("theme", 'ocean-blue'), "color_scheme" = nullif("color_scheme", 'system');

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "in_product" BOOLEAN NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION set_user_preferences(p_user uuid, p_language text, p_theme text, p_color_scheme text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET language = coalesce(p_language, language), language_chosen = language_chosen OR p_language IS NOT NULL,
    theme = coalesce(p_theme, theme), color_scheme = coalesce(p_color_scheme, color_scheme)
  WHERE id = p_user
$$;

-- As before, and whether the language was chosen.
DROP FUNCTION get_session_member;
CREATE FUNCTION get_session_member(p_hash bytea) RETURNS TABLE (
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
    u.totp_since IS NOT NULL, o.organization_id, o.name, o.time_zone, o.deletion_at, m.role, entities_of(m.organization_id, m.user_id, m.role)
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.hash = p_hash AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;
REVOKE ALL ON FUNCTION get_session_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION get_session_member TO mascate_app;

-- Whether the account was ever signed in: its first device needs no warning.
CREATE FUNCTION has_signed_in(p_user uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM session WHERE user_id = p_user)
$$;
REVOKE ALL ON FUNCTION has_signed_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_signed_in TO mascate_app;

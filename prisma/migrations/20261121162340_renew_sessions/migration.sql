-- A session goes on under another secret after a change of role. The cookie before is taken for a while: requests on their way still bear it.
ALTER TABLE "session" ADD COLUMN     "former_hash" BYTEA,
ADD COLUMN     "former_until" TIMESTAMPTZ(3),
ADD COLUMN     "renewal_due" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "session_former_hash_idx" ON "session"("former_hash");

-- Whatever changes a role, or what an accountant reads, counts the membership's version up: no way of doing it is forgotten.
CREATE FUNCTION mark_sessions_for_renewal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session SET renewal_due = true WHERE user_id = NEW.user_id AND ended_at IS NULL AND NOT renewal_due;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_renews_sessions AFTER UPDATE ON membership FOR EACH ROW
  WHEN (OLD.role IS DISTINCT FROM NEW.role OR OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION mark_sessions_for_renewal();

-- Renews a session that is due, once; true also for who comes with the former secret while that still counts, since they are given the
-- same new one. The former one counts five minutes, and half a minute more once the new one has been shown (see get_session_member).
CREATE FUNCTION renew_due_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session SET hash = p_new, former_hash = p_hash, former_until = now() + interval '5 minutes', renewal_due = false
  WHERE hash = p_hash AND renewal_due AND ended_at IS NULL;
  IF FOUND THEN RETURN true; END IF;
  RETURN EXISTS (SELECT 1 FROM session WHERE hash = p_new AND former_hash = p_hash AND former_until > now() AND ended_at IS NULL);
END $$;

-- The three that follow as before, and by the former secret too while it counts. After a new password it does not.
CREATE OR REPLACE FUNCTION renew_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH renewed AS (
    UPDATE session SET hash = p_new, former_hash = NULL, former_until = NULL, renewal_due = false
    WHERE (hash = p_hash OR former_hash = p_hash AND former_until > now()) AND ended_at IS NULL RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM renewed)
$$;

CREATE OR REPLACE FUNCTION end_session(p_hash bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE session SET ended_at = now() WHERE (hash = p_hash OR former_hash = p_hash AND former_until > now()) AND ended_at IS NULL
$$;

CREATE OR REPLACE FUNCTION switch_session_organization(p_hash bytea, p_organization uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS (
    UPDATE session s SET organization_id = p_organization
    WHERE (s.hash = p_hash OR s.former_hash = p_hash AND s.former_until > now()) AND s.ended_at IS NULL
      AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = p_organization)
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM moved)
$$;

-- As before, at every request; and says whether the secret is to be replaced.
DROP FUNCTION get_session_member;
CREATE FUNCTION get_session_member(p_hash bytea) RETURNS TABLE (
  session_id uuid, session_created_at timestamptz, renewal_due boolean, user_id uuid, email text, display_name text, avatar_id uuid, language text,
  language_chosen boolean, theme text, color_scheme text, has_second_step boolean, organization_id uuid, organization_name text, time_zone text,
  deletion_at timestamptz, role "Role", legal_entity_ids uuid[])
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
  WHERE s.id = v_id AND s.ended_at IS NULL AND s.last_seen_at < now() - interval '1 minute' AND s.last_seen_at > now() - interval '12 hours';
  UPDATE session s SET organization_id = (
      SELECT m.organization_id FROM membership m WHERE m.user_id = s.user_id ORDER BY m.created_at, m.organization_id LIMIT 1)
  WHERE s.id = v_id AND s.ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = s.organization_id)
    AND (s.organization_id IS NOT NULL OR EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id));
  RETURN QUERY
  SELECT s.id, s.created_at, s.renewal_due OR s.hash <> p_hash, u.id, u.email::text, u.display_name, u.avatar_id, u.language, u.language_chosen, u.theme,
    u.color_scheme, u.totp_since IS NOT NULL, o.organization_id, o.name, o.time_zone, o.deletion_at, m.role,
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.id = v_id AND (s.hash = p_hash OR s.former_hash = p_hash)
    AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;

REVOKE ALL ON FUNCTION mark_sessions_for_renewal, renew_due_session, get_session_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION renew_due_session, get_session_member TO mascate_app;

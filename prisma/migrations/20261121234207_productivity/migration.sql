-- CreateEnum
CREATE TYPE "BoardColumn" AS ENUM ('todo', 'doing', 'done');

-- CreateTable
CREATE TABLE "task" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "column" "BoardColumn" NOT NULL DEFAULT 'todo',
    "position" BIGINT NOT NULL,
    "title" TEXT NOT NULL,
    "notes" TEXT,
    "assignee_id" UUID,
    "due_on" DATE,
    "created_by" UUID,
    "done_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "task_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "agenda_event" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "all_day" BOOLEAN NOT NULL,
    "starts_on" DATE,
    "ends_on" DATE,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "person_id" UUID,
    "created_by" UUID,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "agenda_event_pkey" PRIMARY KEY ("organization_id","id")
);

-- ---------------------------------------------------------------- what the schema cannot say

-- What is removed takes no room in the lists.
CREATE INDEX task_board ON task (organization_id, "column", position, id) WHERE removed_at IS NULL;
CREATE INDEX task_due ON task (organization_id, assignee_id, due_on, id) WHERE removed_at IS NULL AND done_at IS NULL;
CREATE INDEX agenda_event_timed ON agenda_event (organization_id, starts_at) WHERE removed_at IS NULL AND NOT all_day;
CREATE INDEX agenda_event_days ON agenda_event (organization_id, starts_on) WHERE removed_at IS NULL AND all_day;

ALTER TABLE task ADD CONSTRAINT task_done CHECK (("column" = 'done') = (done_at IS NOT NULL));
-- An event has days, or instants; it never ends before it starts, and lasts a year at most.
ALTER TABLE agenda_event ADD CONSTRAINT agenda_event_when CHECK (CASE WHEN all_day
  THEN starts_at IS NULL AND ends_at IS NULL AND starts_on IS NOT NULL AND ends_on BETWEEN starts_on AND starts_on + 366
  ELSE starts_on IS NULL AND ends_on IS NULL AND starts_at IS NOT NULL AND ends_at > starts_at AND ends_at <= starts_at + interval '366 days' END);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['task', 'agenda_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
END $$;

-- As before, and says whether the organization has its productivity pages.
DROP FUNCTION get_session_member;
CREATE FUNCTION get_session_member(p_hash bytea) RETURNS TABLE (
  session_id uuid, session_created_at timestamptz, renewal_due boolean, user_id uuid, email text, display_name text, avatar_id uuid, language text,
  language_chosen boolean, theme text, color_scheme text, has_second_step boolean, organization_id uuid, organization_name text, time_zone text,
  deletion_at timestamptz, role "Role", legal_entity_ids uuid[], productivity boolean)
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
    CASE m.role WHEN 'accountant' THEN entities_of(m.organization_id, m.user_id, m.role) END, o.productivity
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.id = v_id AND (s.hash = p_hash OR s.former_hash = p_hash)
    AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;
REVOKE ALL ON FUNCTION get_session_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION get_session_member TO mascate_app;

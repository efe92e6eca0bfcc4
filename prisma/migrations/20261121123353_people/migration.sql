-- People: identities, second step, invitations, what an accountant reads, legal entities in full, drive, exports, notices.
DROP FUNCTION get_session_member;
-- CreateEnum
CREATE TYPE "ExportState" AS ENUM ('waiting', 'running', 'done', 'failed', 'cancelled');

-- AlterTable
ALTER TABLE "app_user" DROP COLUMN "avatar_file_id",
ADD COLUMN     "avatar_id" UUID,
ADD COLUMN     "totp_secret" TEXT,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3),
ADD COLUMN     "totp_step" BIGINT;

-- AlterTable
ALTER TABLE "legal_entity" DROP COLUMN "tax_regime",
ADD COLUMN     "archived_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "account" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" CITEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "avatar" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "image" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "avatar_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership_entity" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,

    CONSTRAINT "membership_entity_pkey" PRIMARY KEY ("organization_id","user_id","legal_entity_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "email" CITEXT NOT NULL,
    "role" "Role" NOT NULL,
    "legal_entity_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "drive_connection" (
    "organization_id" UUID NOT NULL,
    "account_email" TEXT NOT NULL,
    "refresh_token" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "folder_name" TEXT,
    "connected_by" UUID NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3),
    "error_code" TEXT,

    CONSTRAINT "drive_connection_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "export" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "state" "ExportState" NOT NULL DEFAULT 'waiting',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "file_id" UUID,
    "to_drive" BOOLEAN NOT NULL DEFAULT false,
    "drive_file_id" TEXT,
    "drive_link" TEXT,
    "error_code" TEXT,
    "reference" TEXT,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "export_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "notification" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "notification_preference" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "in_product" BOOLEAN NOT NULL,
    "by_mail" BOOLEAN NOT NULL,

    CONSTRAINT "notification_preference_pkey" PRIMARY KEY ("organization_id","user_id","kind")
);

-- CreateTable
CREATE TABLE "tax_rate" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "regime" "TaxRegime" NOT NULL,
    "rate" DECIMAL(18,6),

    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "opening_revenue" (
    "organization_id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "revenue_cents" BIGINT NOT NULL,

    CONSTRAINT "opening_revenue_pkey" PRIMARY KEY ("organization_id","legal_entity_id","month")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_user_id_provider_key" ON "account"("user_id", "provider");

-- CreateIndex
CREATE UNIQUE INDEX "avatar_user_id_key" ON "avatar"("user_id");

-- CreateIndex
CREATE INDEX "invitation_hash_idx" ON "invitation"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_organization_id_hash_key" ON "invitation"("organization_id", "hash");

-- CreateIndex
CREATE INDEX "export_organization_id_created_by_created_at_id_idx" ON "export"("organization_id", "created_by", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "notification_organization_id_user_id_created_at_id_idx" ON "notification"("organization_id", "user_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_organization_id_user_id_kind_key_key" ON "notification"("organization_id", "user_id", "kind", "key");

-- CreateIndex
CREATE UNIQUE INDEX "tax_rate_organization_id_legal_entity_id_from_day_key" ON "tax_rate"("organization_id", "legal_entity_id", "from_day");

-- AddForeignKey
ALTER TABLE "membership_entity" ADD CONSTRAINT "membership_entity_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "membership_entity" ADD CONSTRAINT "membership_entity_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "opening_revenue" ADD CONSTRAINT "opening_revenue_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- ---------------------------------------------------------------- rights

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['membership_entity', 'invitation', 'drive_connection', 'export', 'notification', 'notification_preference',
    'tax_rate', 'opening_revenue'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['membership_entity', 'invitation', 'legal_entity'] LOOP
    EXECUTE format('CREATE POLICY directory ON %I FOR SELECT TO CURRENT_USER USING (true)', t);
  END LOOP;
END $$;
GRANT DELETE ON membership_entity, drive_connection, tax_rate, opening_revenue, notification_preference TO mascate_app, mascate_worker;
GRANT DELETE ON export, notification TO mascate_worker;

-- ---------------------------------------------------------------- an accountant's legal entities

-- The legal entities that the transaction may see; NULL: all of them. The door sets it for who reads only some.
CREATE FUNCTION visible_entities() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.legal_entities', true), '')::uuid[] $$;

-- The shops and manual channels of those; NULL: all of them.
CREATE FUNCTION visible_outlets() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN visible_entities() IS NULL THEN NULL ELSE ARRAY(
    SELECT id FROM shop WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities())
    UNION ALL SELECT id FROM channel WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities())) END
$$;

-- CASE rather than OR: the planner takes it for half of the rows, which changes no plan of everybody else (OR: a third).
DO $$
DECLARE
  rule text[];
  entities constant text := 'CASE WHEN (SELECT visible_entities()) IS NULL THEN true ELSE %I = ANY ((SELECT visible_entities())::uuid[]) END';
  outlets constant text := 'CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(%I = ANY ((SELECT visible_outlets())::uuid[]), false) END';
BEGIN
  FOREACH rule SLICE 1 IN ARRAY ARRAY[
    ['legal_entity', 'id', entities], ['shop', 'legal_entity_id', entities], ['channel', 'legal_entity_id', entities],
    ['tax_rate', 'legal_entity_id', entities], ['opening_revenue', 'legal_entity_id', entities],
    ['orders', 'outlet_id', outlets], ['sales_day', 'outlet_id', outlets], ['sales_day_delta', 'outlet_id', outlets],
    ['product_day', 'outlet_id', outlets], ['product_day_delta', 'outlet_id', outlets], ['listing', 'shop_id', outlets],
    ['expense', 'shop_id', outlets], ['import', 'shop_id', outlets]
  ] LOOP
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (' || rule[3] || ')', rule[1], rule[2]);
  END LOOP;
END $$;

-- NULL for who reads the whole company: every role but an accountant, and an accountant of all its legal entities.
CREATE FUNCTION entities_of(p_organization uuid, p_user uuid, p_role "Role") RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_role <> 'accountant' OR NOT EXISTS (
      SELECT 1 FROM legal_entity e WHERE e.organization_id = p_organization AND NOT EXISTS (
        SELECT 1 FROM membership_entity m WHERE m.organization_id = p_organization AND m.user_id = p_user AND m.legal_entity_id = e.id))
    THEN NULL
    ELSE ARRAY(SELECT legal_entity_id FROM membership_entity WHERE organization_id = p_organization AND user_id = p_user ORDER BY 1) END
$$;
REVOKE ALL ON FUNCTION entities_of FROM PUBLIC;

-- ---------------------------------------------------------------- sessions

-- The person behind a session: nothing when it ended, passed its absolute term or idled for 12 h. Last use is kept to the minute.
-- Who lost the organization that the session stood in goes on in their next one; the organization's columns are null for who has none.
CREATE FUNCTION get_session_member(p_hash bytea) RETURNS TABLE (
  session_id uuid, session_created_at timestamptz, user_id uuid, email text, display_name text, avatar_id uuid, language text, theme text, color_scheme text,
  has_second_step boolean, organization_id uuid, organization_name text, time_zone text, deletion_at timestamptz, role "Role", legal_entity_ids uuid[])
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
  SELECT s.id, s.created_at, u.id, u.email::text, u.display_name, u.avatar_id, u.language, u.theme, u.color_scheme,
    u.totp_since IS NOT NULL, o.organization_id, o.name, o.time_zone, o.deletion_at, m.role, entities_of(m.organization_id, m.user_id, m.role)
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.hash = p_hash AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;

CREATE FUNCTION list_user_sessions(p_user uuid) RETURNS TABLE (
  id uuid, created_at timestamptz, last_seen_at timestamptz, device text, network text, organization_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.created_at, s.last_seen_at, s.device, s.network, o.name FROM session s LEFT JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.user_id = p_user AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours'
  ORDER BY s.last_seen_at DESC, s.id
$$;

CREATE FUNCTION end_user_session(p_user uuid, p_session uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE session SET ended_at = now() WHERE user_id = p_user AND id = p_session AND ended_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM ended)
$$;

-- Ends the user's sessions but the one to keep (NULL: all of them); answers how many.
CREATE FUNCTION end_user_sessions(p_user uuid, p_keep uuid) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep RETURNING 1)
  SELECT count(*)::int FROM ended
$$;

-- The session goes on under a new secret; a copy of the old cookie opens nothing.
CREATE FUNCTION renew_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH renewed AS (UPDATE session SET hash = p_new WHERE hash = p_hash AND ended_at IS NULL RETURNING 1) SELECT EXISTS (SELECT 1 FROM renewed)
$$;

-- ---------------------------------------------------------------- the account: password, address, identities, second step

CREATE FUNCTION get_user_security(p_user uuid) RETURNS TABLE (
  email text, password_hash text, verified_at timestamptz, totp_secret text, totp_since timestamptz, recovery_codes integer, google_email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.email::text, u.password_hash, u.verified_at, u.totp_secret, u.totp_since,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL),
    (SELECT a.email::text FROM account a WHERE a.user_id = u.id AND a.provider = 'google')
  FROM app_user u WHERE u.id = p_user
$$;

-- A link that resets a password or moves an account to another address: 'used', 'expired' or 'open'.
CREATE FUNCTION get_verification(p_hash bytea, p_purpose "VerificationPurpose")
RETURNS TABLE (state text, user_id uuid, email text, new_email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN v.used_at IS NOT NULL THEN 'used' WHEN v.expires_at <= now() THEN 'expired' ELSE 'open' END,
    u.id, u.email::text, v.new_email::text, u.display_name, u.language
  FROM verification v JOIN app_user u ON u.id = v.user_id WHERE v.hash = p_hash AND v.purpose = p_purpose
$$;

-- A new password, known to who changes it: the links that would set another end, and so does every session but the one to keep.
CREATE FUNCTION set_password(p_user uuid, p_password_hash text, p_keep uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET password_hash = p_password_hash WHERE id = p_user AND verified_at IS NOT NULL;
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = 'reset' AND used_at IS NULL;
  UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep
$$;

-- Uses a reset link once; answers the account, or nothing. Two uses at once take turns on the link's row.
CREATE FUNCTION reset_password(p_hash bytea, p_password_hash text) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'reset' AND v.used_at IS NULL AND v.expires_at > now()
    AND EXISTS (SELECT 1 FROM app_user u WHERE u.id = v.user_id AND u.verified_at IS NOT NULL)
  RETURNING v.user_id INTO v_user;
  IF v_user IS NULL THEN RETURN; END IF;
  PERFORM set_password(v_user, p_password_hash, NULL);
  RETURN QUERY SELECT v_user;
END $$;

-- Uses a change link once: 'changed', 'taken' when somebody has the address by now, or 'gone'. Links sent to the old address end.
CREATE FUNCTION change_email(p_hash bytea) RETURNS TABLE (outcome text, user_id uuid, old_email text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid; v_new citext; v_old text;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'change_email' AND v.used_at IS NULL AND v.expires_at > now() RETURNING v.user_id, v.new_email INTO v_user, v_new;
  IF v_user IS NULL THEN RETURN QUERY SELECT 'gone'::text, NULL::uuid, NULL::text; RETURN; END IF;
  SELECT email::text INTO v_old FROM app_user WHERE id = v_user FOR UPDATE;
  BEGIN
    UPDATE app_user SET email = v_new, verified_at = now() WHERE id = v_user;
  EXCEPTION WHEN unique_violation THEN
    RETURN QUERY SELECT 'taken'::text, v_user, v_old; RETURN;
  END;
  UPDATE verification v SET used_at = now() WHERE v.user_id = v_user AND v.used_at IS NULL;
  RETURN QUERY SELECT 'changed'::text, v_user, v_old;
END $$;

CREATE FUNCTION find_account(p_provider text, p_subject text) RETURNS TABLE (user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT user_id FROM account WHERE provider = p_provider AND subject = p_subject
$$;

-- False when the identity or the user's place for that provider is taken already.
CREATE FUNCTION link_account(p_provider text, p_subject text, p_user uuid, p_email citext) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO account (provider, subject, user_id, email) VALUES (p_provider, p_subject, p_user, p_email) ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;

CREATE FUNCTION unlink_account(p_provider text, p_user uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM account WHERE provider = p_provider AND user_id = p_user RETURNING 1) SELECT EXISTS (SELECT 1 FROM gone)
$$;

-- A person whose address a trusted provider has verified; nothing when the address has an account already.
CREATE FUNCTION create_verified_user(p_id uuid, p_email citext, p_display_name text, p_language text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO app_user (id, email, display_name, language, verified_at) VALUES (p_id, p_email, p_display_name, p_language, now())
    ON CONFLICT (email) DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;

-- Keeps a secret that is not in force before confirm_totp; false when a confirmed one stands.
CREATE FUNCTION start_totp(p_user uuid, p_secret text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH started AS (UPDATE app_user SET totp_secret = p_secret, totp_step = NULL WHERE id = p_user AND totp_since IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM started)
$$;

CREATE FUNCTION replace_recovery_codes(p_user uuid, p_hashes bytea[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM recovery_code WHERE user_id = p_user;
  INSERT INTO recovery_code (user_id, hash) SELECT p_user, h FROM unnest(p_hashes) h
$$;

CREATE FUNCTION confirm_totp(p_user uuid, p_secret text, p_step bigint, p_hashes bytea[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE app_user SET totp_since = now(), totp_step = p_step WHERE id = p_user AND totp_secret = p_secret AND totp_since IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM replace_recovery_codes(p_user, p_hashes);
  RETURN true;
END $$;

-- Each code opens once: true for the first use of its step.
CREATE FUNCTION use_totp_step(p_user uuid, p_step bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (
    UPDATE app_user SET totp_step = p_step WHERE id = p_user AND totp_since IS NOT NULL AND (totp_step IS NULL OR totp_step < p_step) RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM used)
$$;

CREATE FUNCTION use_recovery_code(p_user uuid, p_hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (UPDATE recovery_code SET used_at = now() WHERE user_id = p_user AND hash = p_hash AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM used)
$$;

CREATE FUNCTION disable_totp(p_user uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET totp_secret = NULL, totp_since = NULL, totp_step = NULL WHERE id = p_user;
  DELETE FROM recovery_code WHERE user_id = p_user
$$;

CREATE FUNCTION set_display_name(p_user uuid, p_display_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET display_name = p_display_name WHERE id = p_user
$$;

-- One picture a person; a NULL image removes it.
CREATE FUNCTION set_avatar(p_user uuid, p_id uuid, p_image bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM avatar WHERE user_id = p_user;
  INSERT INTO avatar (id, user_id, image) SELECT p_id, p_user, p_image WHERE p_image IS NOT NULL;
  UPDATE app_user SET avatar_id = CASE WHEN p_image IS NULL THEN NULL ELSE p_id END WHERE id = p_user
$$;

-- A picture as its owner or who shares an organization with them may see it.
CREATE FUNCTION get_avatar(p_viewer uuid, p_id uuid) RETURNS TABLE (image bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.image FROM avatar a WHERE a.id = p_id AND (a.user_id = p_viewer OR EXISTS (
    SELECT 1 FROM membership mine JOIN membership theirs ON theirs.organization_id = mine.organization_id
    WHERE mine.user_id = p_viewer AND theirs.user_id = a.user_id))
$$;

-- ---------------------------------------------------------------- people of an organization

-- The people of the current organization, as its members may see each other.
CREATE FUNCTION list_members() RETURNS TABLE (
  user_id uuid, email text, display_name text, avatar_id uuid, role "Role", since timestamptz, version integer, has_second_step boolean,
  last_seen_at timestamptz, legal_entity_ids uuid[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.email::text, u.display_name, u.avatar_id, m.role, m.created_at, m.version, u.totp_since IS NOT NULL,
    (SELECT max(s.last_seen_at) FROM session s WHERE s.user_id = u.id AND s.organization_id = m.organization_id),
    ARRAY(SELECT e.legal_entity_id FROM membership_entity e WHERE e.organization_id = m.organization_id AND e.user_id = m.user_id)
  FROM membership m JOIN app_user u ON u.id = m.user_id
  WHERE m.organization_id = current_organization()
  ORDER BY m.role, u.display_name, u.id
$$;

-- What a job done for a person may read: their role and entities now. Nothing once they have left.
CREATE FUNCTION get_member_scope(p_user uuid) RETURNS TABLE (role "Role", legal_entity_ids uuid[], email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.role, entities_of(m.organization_id, m.user_id, m.role), u.email::text, u.display_name, u.language
  FROM membership m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = current_organization() AND m.user_id = p_user
$$;

-- Names of people who are in the current organization or have acted in it.
CREATE FUNCTION list_actor_names(p_users uuid[]) RETURNS TABLE (user_id uuid, display_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.display_name FROM app_user u WHERE u.id = ANY (p_users) AND (
    EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = current_organization() AND m.user_id = u.id)
    OR EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = current_organization() AND e.actor_id = u.id))
$$;

-- Whose membership changes is judged after the change, one change of an organization at a time: an owner always stays.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM organization WHERE organization_id = OLD.organization_id AND (deletion_at IS NULL OR deletion_at > now()) FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM membership WHERE organization_id = OLD.organization_id AND role = 'owner') THEN
    RAISE EXCEPTION 'last_owner' USING errcode = 'P0001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER membership_keeps_an_owner AFTER UPDATE OR DELETE ON membership
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION keep_an_owner();

-- An invitation as who holds its link may see it: 'open', 'used', 'revoked' or 'expired'.
CREATE FUNCTION get_invitation(p_hash bytea) RETURNS TABLE (
  state text, organization_id uuid, organization_name text, id uuid, email text, role "Role", legal_entity_ids uuid[], invited_by_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN i.accepted_at IS NOT NULL THEN 'used' WHEN i.revoked_at IS NOT NULL OR o.deletion_at IS NOT NULL THEN 'revoked'
      WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END,
    o.organization_id, o.name, i.id, i.email::text, i.role, i.legal_entity_ids, u.display_name
  FROM invitation i JOIN organization o ON o.organization_id = i.organization_id LEFT JOIN app_user u ON u.id = i.invited_by
  WHERE i.hash = p_hash
$$;

-- Organizations whose grace period before deletion has passed.
CREATE FUNCTION list_organizations_to_delete() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM organization WHERE deletion_at <= now()
$$;

CREATE FUNCTION list_organization_ids() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM organization WHERE deletion_at IS NULL OR deletion_at > now() ORDER BY 1
$$;

-- Ledgers and trails end with their organization, by delete_organization_batch alone: no other role may delete from them.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.deleting_organization', true) = current_organization()::text THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING errcode = '42501';
END $$;

-- Deletes up to p_limit rows of each of the current organization's tables, once its grace period has passed; false while some are left.
-- Its members lose it first. A table that others still refer to waits for the next call.
CREATE FUNCTION delete_organization_batch(p_limit integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE t text; v_org constant uuid := current_organization(); v_left boolean := false; v_gone integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM organization WHERE organization_id = v_org AND deletion_at <= now()) THEN
    RAISE EXCEPTION 'not_due' USING errcode = 'P0001';
  END IF;
  PERFORM set_config('app.deleting_organization', v_org::text, true);
  DELETE FROM membership WHERE organization_id = v_org;
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('organization', 'session')
    ORDER BY (SELECT count(*) FROM pg_constraint f WHERE f.confrelid = c.oid AND f.contype = 'f'), c.relname
  LOOP
    BEGIN
      EXECUTE format('DELETE FROM %I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE organization_id = $1 LIMIT $2))', t, t) USING v_org, p_limit;
      GET DIAGNOSTICS v_gone = ROW_COUNT;
      v_left := v_left OR v_gone = p_limit;
    EXCEPTION WHEN foreign_key_violation THEN v_left := true;
    END;
  END LOOP;
  IF v_left THEN RETURN false; END IF;
  UPDATE session SET organization_id = NULL WHERE organization_id = v_org;
  DELETE FROM organization WHERE organization_id = v_org;
  RETURN true;
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['get_session_member', 'list_user_sessions', 'end_user_session', 'end_user_sessions', 'renew_session', 'get_user_security',
    'get_verification', 'set_password', 'reset_password', 'change_email', 'find_account', 'link_account', 'unlink_account', 'create_verified_user',
    'start_totp', 'replace_recovery_codes', 'confirm_totp', 'use_totp_step', 'use_recovery_code', 'disable_totp', 'set_display_name', 'set_avatar',
    'get_avatar', 'list_members', 'get_member_scope', 'list_actor_names', 'keep_an_owner', 'get_invitation', 'list_organizations_to_delete', 'list_organization_ids',
    'delete_organization_batch'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', f);
    IF f NOT IN ('keep_an_owner', 'list_organizations_to_delete', 'list_organization_ids', 'delete_organization_batch') THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %I TO mascate_app', f); END IF;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION list_members, get_member_scope, list_actor_names, list_organizations_to_delete, list_organization_ids, delete_organization_batch,
  get_verification, get_invitation TO mascate_worker;

-- What a person gives a program to act for them: in one organization, never with more than their own rights of the moment.
CREATE TYPE "TokenScope" AS ENUM ('read', 'write');
CREATE TABLE "access_token" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "scope" "TokenScope" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "access_token_organization_id_hash_key" ON "access_token"("organization_id", "hash");
CREATE INDEX "access_token_hash_idx" ON "access_token"("hash");
CREATE INDEX "access_token_organization_id_user_id_created_at_idx" ON "access_token"("organization_id", "user_id", "created_at");
ALTER TABLE access_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_token FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON access_token USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY directory ON access_token FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE ON access_token TO mascate_app;
GRANT SELECT ON access_token TO mascate_worker;

-- The member behind a token, with the role and the legal entities of this moment: a token of who was removed opens nothing.
CREATE FUNCTION get_token_member(p_hash bytea) RETURNS TABLE (
  token_id uuid, scope "TokenScope", user_id uuid, organization_id uuid, organization_name text, time_zone text, language text, role "Role",
  legal_entity_ids uuid[])
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
  WHERE t.organization_id = v_organization AND t.hash = p_hash AND t.revoked_at IS NULL AND t.expires_at > now();
  PERFORM set_config('app.organization_id', '', true);
END $$;
REVOKE ALL ON FUNCTION get_token_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION get_token_member TO mascate_app;

-- The rights and row security of these tables.
ALTER TABLE organization_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON organization_key FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_key TO mascate_app;
GRANT SELECT, DELETE ON organization_key TO mascate_worker;
DROP POLICY IF EXISTS tenant ON organization_key;
CREATE POLICY tenant ON organization_key USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE proposal ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON proposal FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON proposal TO mascate_app;
GRANT SELECT, DELETE ON proposal TO mascate_worker;
DROP POLICY IF EXISTS tenant ON proposal;
CREATE POLICY tenant ON proposal USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

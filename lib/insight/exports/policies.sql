-- The rights and row security of these tables.
ALTER TABLE export ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON export FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON export TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON export TO mascate_worker;
DROP POLICY IF EXISTS tenant ON export;
CREATE POLICY tenant ON export USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

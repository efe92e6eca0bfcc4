-- The rights and row security of these tables.
ALTER TABLE stored_file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stored_file FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON stored_file TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON stored_file TO mascate_worker;
DROP POLICY IF EXISTS tenant ON stored_file;
CREATE POLICY tenant ON stored_file USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON stored_file;
CREATE POLICY directory ON stored_file FOR SELECT TO CURRENT_USER USING (true);

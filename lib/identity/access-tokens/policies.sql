-- The rights and row security of these tables.
ALTER TABLE access_token ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON access_token FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON access_token TO mascate_app;
GRANT SELECT ON access_token TO mascate_worker;
DROP POLICY IF EXISTS tenant ON access_token;
CREATE POLICY tenant ON access_token USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON access_token;
CREATE POLICY directory ON access_token FOR SELECT TO CURRENT_USER USING (true);

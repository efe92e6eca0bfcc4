-- The rights and row security of these tables.
ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON audit_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON audit_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE (position) ON audit_event TO mascate_worker;
DROP POLICY IF EXISTS tenant ON audit_event;
CREATE POLICY tenant ON audit_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON audit_event;
CREATE POLICY directory ON audit_event FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE audit_chain ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON audit_chain FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON audit_chain TO mascate_app;
GRANT SELECT, INSERT ON audit_chain TO mascate_worker;
DROP POLICY IF EXISTS tenant ON audit_chain;
CREATE POLICY tenant ON audit_chain USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

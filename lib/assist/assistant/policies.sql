-- The rights and row security of these tables.
ALTER TABLE assistant_message ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON assistant_message FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_message TO mascate_app;
GRANT SELECT, DELETE ON assistant_message TO mascate_worker;
DROP POLICY IF EXISTS tenant ON assistant_message;
CREATE POLICY tenant ON assistant_message USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE assistant_thread ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON assistant_thread FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_thread TO mascate_app;
GRANT SELECT, UPDATE (title), DELETE ON assistant_thread TO mascate_worker;
DROP POLICY IF EXISTS tenant ON assistant_thread;
CREATE POLICY tenant ON assistant_thread USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE assistant_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON assistant_usage FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON assistant_usage TO mascate_app;
GRANT SELECT, DELETE ON assistant_usage TO mascate_worker;
DROP POLICY IF EXISTS tenant ON assistant_usage;
CREATE POLICY tenant ON assistant_usage USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

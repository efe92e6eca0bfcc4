-- The rights and row security of these tables.
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON webhook_delivery FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON webhook_delivery TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO mascate_worker;
DROP POLICY IF EXISTS tenant ON webhook_delivery;
CREATE POLICY tenant ON webhook_delivery USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON webhook_delivery;
CREATE POLICY directory ON webhook_delivery FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE webhook_endpoint ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON webhook_endpoint FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint TO mascate_app;
GRANT SELECT, UPDATE, DELETE ON webhook_endpoint TO mascate_worker;
DROP POLICY IF EXISTS tenant ON webhook_endpoint;
CREATE POLICY tenant ON webhook_endpoint USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON webhook_endpoint;
CREATE POLICY directory ON webhook_endpoint FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE outgoing_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON outgoing_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON outgoing_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outgoing_event TO mascate_worker;
DROP POLICY IF EXISTS tenant ON outgoing_event;
CREATE POLICY tenant ON outgoing_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

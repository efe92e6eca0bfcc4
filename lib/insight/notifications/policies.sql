-- The rights and row security of these tables.
ALTER TABLE agent_notice ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON agent_notice FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, DELETE ON agent_notice TO mascate_app;
GRANT SELECT, DELETE ON agent_notice TO mascate_worker;
DROP POLICY IF EXISTS tenant ON agent_notice;
CREATE POLICY tenant ON agent_notice USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE notification ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON notification FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON notification TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification TO mascate_worker;
DROP POLICY IF EXISTS tenant ON notification;
CREATE POLICY tenant ON notification USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE notification_preference ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON notification_preference FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preference TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON notification_preference;
CREATE POLICY tenant ON notification_preference
  USING (organization_id = current_organization())
  WITH CHECK (organization_id = current_organization());

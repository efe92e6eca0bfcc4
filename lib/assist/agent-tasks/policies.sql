-- The rights and row security of these tables.
ALTER TABLE agent_task ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON agent_task FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON agent_task TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_task TO mascate_worker;
DROP POLICY IF EXISTS tenant ON agent_task;
CREATE POLICY tenant ON agent_task USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE agent_task_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON agent_task_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON agent_task_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_task_event TO mascate_worker;
DROP POLICY IF EXISTS tenant ON agent_task_event;
CREATE POLICY tenant ON agent_task_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE agent_task_file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON agent_task_file FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON agent_task_file TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_task_file TO mascate_worker;
DROP POLICY IF EXISTS tenant ON agent_task_file;
CREATE POLICY tenant ON agent_task_file USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE data_pack ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON data_pack FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON data_pack TO mascate_app;
GRANT SELECT, DELETE ON data_pack TO mascate_worker;
DROP POLICY IF EXISTS tenant ON data_pack;
CREATE POLICY tenant ON data_pack USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

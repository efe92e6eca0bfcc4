-- The rights and row security of these tables.
ALTER TABLE agenda_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON agenda_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON agenda_event TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON agenda_event;
CREATE POLICY tenant ON agenda_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE task ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON task FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON task TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON task;
CREATE POLICY tenant ON task USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

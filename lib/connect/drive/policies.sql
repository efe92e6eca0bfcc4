-- The rights and row security of these tables.
ALTER TABLE drive_connection ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON drive_connection FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON drive_connection TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON drive_connection;
CREATE POLICY tenant ON drive_connection USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
REVOKE ALL ON deleted_organization FROM PUBLIC, mascate_app, mascate_worker;

ALTER TABLE invitation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON invitation FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON invitation TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON invitation TO mascate_worker;
DROP POLICY IF EXISTS tenant ON invitation;
CREATE POLICY tenant ON invitation USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON invitation;
CREATE POLICY directory ON invitation FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE membership ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON membership FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON membership TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON membership;
CREATE POLICY tenant ON membership USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON membership;
CREATE POLICY directory ON membership FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE membership_entity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON membership_entity FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON membership_entity TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON membership_entity;
CREATE POLICY tenant ON membership_entity USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON membership_entity;
CREATE POLICY directory ON membership_entity FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE organization ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON organization FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON organization TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON organization;
CREATE POLICY tenant ON organization USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON organization;
CREATE POLICY directory ON organization FOR SELECT TO CURRENT_USER USING (true);

-- The rights and row security of these tables.
ALTER TABLE kit_component ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON kit_component FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON kit_component TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON kit_component;
CREATE POLICY tenant ON kit_component USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE product ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON product FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON product TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON product;
CREATE POLICY tenant ON product USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

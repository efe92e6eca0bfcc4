-- The rights and row security of these tables.
ALTER TABLE dispatch_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON dispatch_run FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON dispatch_run TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON dispatch_run;
CREATE POLICY tenant ON dispatch_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE fiscal_document ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON fiscal_document FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON fiscal_document TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON fiscal_document;
CREATE POLICY tenant ON fiscal_document USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON fiscal_document;
CREATE POLICY entity ON fiscal_document AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE visible_order(order_id) END);

ALTER TABLE manifest ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON manifest FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON manifest TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON manifest;
CREATE POLICY tenant ON manifest USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE package ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON package FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON package TO mascate_app, mascate_worker;
GRANT DELETE ON package TO mascate_worker;
DROP POLICY IF EXISTS tenant ON package;
CREATE POLICY tenant ON package USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON package;
CREATE POLICY entity ON package AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_order(order_id))), false) END);

ALTER TABLE package_item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON package_item FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON package_item TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON package_item;
CREATE POLICY tenant ON package_item USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

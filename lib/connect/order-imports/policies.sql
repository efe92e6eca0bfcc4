-- The rights and row security of these tables.
ALTER TABLE import ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON import FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON import TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON import;
CREATE POLICY tenant ON import USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON import;
CREATE POLICY entity ON import AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE import_row ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON import_row FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON import_row TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON import_row;
CREATE POLICY tenant ON import_row USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE sheet_layout ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sheet_layout FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON sheet_layout TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON sheet_layout;
CREATE POLICY tenant ON sheet_layout USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE shelf_miss ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shelf_miss FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON shelf_miss TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON shelf_miss;
CREATE POLICY tenant ON shelf_miss USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE stock_level ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stock_level FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON stock_level TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON stock_level;
CREATE POLICY tenant ON stock_level USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE stock_location ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stock_location FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON stock_location TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON stock_location;
CREATE POLICY tenant ON stock_location USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE stock_movement ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stock_movement FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON stock_movement TO mascate_app, mascate_worker;
REVOKE ALL ON SEQUENCE stock_movement_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE stock_movement_id_seq TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON stock_movement;
CREATE POLICY tenant ON stock_movement USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

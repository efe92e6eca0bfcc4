-- The rights and row security of these tables.
ALTER TABLE stock_count ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stock_count FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON stock_count TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON stock_count;
CREATE POLICY tenant ON stock_count USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE stock_count_entry ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stock_count_entry FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON stock_count_entry TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON stock_count_entry;
CREATE POLICY tenant ON stock_count_entry USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE stock_count_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON stock_count_line FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON stock_count_line TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON stock_count_line;
CREATE POLICY tenant ON stock_count_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE price_change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON price_change FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON price_change TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON price_change;
CREATE POLICY tenant ON price_change USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE listing_mapping ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON listing_mapping FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON listing_mapping TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON listing_mapping;
CREATE POLICY tenant ON listing_mapping USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE mapping_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON mapping_run FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON mapping_run TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON mapping_run;
CREATE POLICY tenant ON mapping_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

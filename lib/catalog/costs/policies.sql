ALTER TABLE product_cost ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON product_cost FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON product_cost TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON product_cost;
CREATE POLICY tenant ON product_cost USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE recost_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON recost_run FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON recost_run TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON recost_run TO mascate_worker;
DROP POLICY IF EXISTS tenant ON recost_run;
CREATE POLICY tenant ON recost_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE health_finding ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON health_finding FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, UPDATE (repair) ON health_finding TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON health_finding TO mascate_worker;
DROP POLICY IF EXISTS tenant ON health_finding;
CREATE POLICY tenant ON health_finding USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE health_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON health_run FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON health_run TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON health_run TO mascate_worker;
DROP POLICY IF EXISTS tenant ON health_run;
CREATE POLICY tenant ON health_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE channel_sale ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON channel_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON channel_sale TO mascate_app, mascate_worker;
GRANT DELETE ON channel_sale TO mascate_worker;
DROP POLICY IF EXISTS tenant ON channel_sale;
CREATE POLICY tenant ON channel_sale USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

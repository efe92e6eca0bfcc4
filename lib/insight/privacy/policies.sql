-- The rights and row security of these tables.
ALTER TABLE buyer_erasure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON buyer_erasure FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON buyer_erasure TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON buyer_erasure;
CREATE POLICY tenant ON buyer_erasure USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

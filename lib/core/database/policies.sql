-- The rights and row security of these tables.
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON idempotency FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON idempotency TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO mascate_worker;
DROP POLICY IF EXISTS tenant ON idempotency;
CREATE POLICY tenant ON idempotency USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON idempotency;
CREATE POLICY directory ON idempotency FOR SELECT TO CURRENT_USER USING (true);

REVOKE ALL ON rate_limit FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO mascate_app, mascate_worker;

-- The rights and row security of these tables.
ALTER TABLE listing ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON listing FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON listing TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON listing;
CREATE POLICY tenant ON listing USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON listing;
CREATE POLICY entity ON listing AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE listing_update ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON listing_update FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON listing_update TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON listing_update;
CREATE POLICY tenant ON listing_update USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE listing_stat ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON listing_stat FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON listing_stat TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON listing_stat TO mascate_worker;
DROP POLICY IF EXISTS tenant ON listing_stat;
CREATE POLICY tenant ON listing_stat USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON listing_stat;
CREATE POLICY entity ON listing_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE platform_act ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON platform_act FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON platform_act TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_act TO mascate_worker;
DROP POLICY IF EXISTS tenant ON platform_act;
CREATE POLICY tenant ON platform_act USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE platform_answer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON platform_answer FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_answer TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON platform_answer;
CREATE POLICY tenant ON platform_answer USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON platform_answer;
CREATE POLICY directory ON platform_answer FOR SELECT TO CURRENT_USER USING (true);

REVOKE ALL ON webhook_event_count FROM PUBLIC, mascate_app, mascate_worker;

ALTER TABLE listing_update_cursor ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON listing_update_cursor FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON listing_update_cursor TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON listing_update_cursor;
CREATE POLICY tenant ON listing_update_cursor USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

REVOKE ALL ON webhook_inbox FROM PUBLIC, mascate_app, mascate_worker;
REVOKE ALL ON SEQUENCE webhook_inbox_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE webhook_inbox_id_seq TO mascate_app, mascate_worker;

ALTER TABLE sync_failure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sync_failure FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON sync_failure TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sync_failure TO mascate_worker;
DROP POLICY IF EXISTS tenant ON sync_failure;
CREATE POLICY tenant ON sync_failure USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON sync_failure;
CREATE POLICY entity ON sync_failure AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE sync_state ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sync_state FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON sync_state TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON sync_state;
CREATE POLICY tenant ON sync_state USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON sync_state;
CREATE POLICY entity ON sync_state AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

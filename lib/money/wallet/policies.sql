-- The rights and row security of these tables.
ALTER TABLE wallet_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON wallet_day FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON wallet_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON wallet_day TO mascate_worker;
DROP POLICY IF EXISTS tenant ON wallet_day;
CREATE POLICY tenant ON wallet_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON wallet_day;
CREATE POLICY entity ON wallet_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

ALTER TABLE wallet_transaction ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON wallet_transaction FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON wallet_transaction TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON wallet_transaction TO mascate_worker;
DROP POLICY IF EXISTS tenant ON wallet_transaction;
CREATE POLICY tenant ON wallet_transaction USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON wallet_transaction;
CREATE POLICY entity ON wallet_transaction AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, local_day))), false) END);

-- The rights and row security of these tables.
ALTER TABLE early_payout ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON early_payout FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON early_payout TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON early_payout TO mascate_worker;
DROP POLICY IF EXISTS tenant ON early_payout;
CREATE POLICY tenant ON early_payout USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON early_payout;
CREATE POLICY entity ON early_payout AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE release ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON release FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON release TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON release TO mascate_worker;
DROP POLICY IF EXISTS tenant ON release;
CREATE POLICY tenant ON release USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON release;
CREATE POLICY entity ON release AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

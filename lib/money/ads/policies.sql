-- The rights and row security of these tables.
ALTER TABLE ads_spend ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON ads_spend FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ads_spend TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON ads_spend;
CREATE POLICY tenant ON ads_spend USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON ads_spend;
CREATE POLICY entity ON ads_spend AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

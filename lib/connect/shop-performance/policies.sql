-- The rights and row security of these tables.
ALTER TABLE shop_day_stat ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop_day_stat FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON shop_day_stat TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_day_stat TO mascate_worker;
DROP POLICY IF EXISTS tenant ON shop_day_stat;
CREATE POLICY tenant ON shop_day_stat USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON shop_day_stat;
CREATE POLICY entity ON shop_day_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

ALTER TABLE shop_health ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop_health FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON shop_health TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON shop_health;
CREATE POLICY tenant ON shop_health USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON shop_health;
CREATE POLICY entity ON shop_health AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

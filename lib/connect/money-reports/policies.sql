-- The rights and row security of these tables.
ALTER TABLE shop_adjustment ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop_adjustment FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON shop_adjustment TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_adjustment TO mascate_worker;
DROP POLICY IF EXISTS tenant ON shop_adjustment;
CREATE POLICY tenant ON shop_adjustment USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON shop_adjustment;
CREATE POLICY entity ON shop_adjustment AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, local_day))), false) END);

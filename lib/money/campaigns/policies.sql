-- The rights and row security of these tables.
ALTER TABLE campaign_plan ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON campaign_plan FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON campaign_plan TO mascate_app;
GRANT SELECT ON campaign_plan TO mascate_worker;
DROP POLICY IF EXISTS tenant ON campaign_plan;
CREATE POLICY tenant ON campaign_plan USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON campaign_plan;
CREATE POLICY entity ON campaign_plan AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

-- The rights and row security of these tables.
ALTER TABLE fee_band ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON fee_band FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_band TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON fee_band;
CREATE POLICY tenant ON fee_band USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE fee_part ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON fee_part FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON fee_part TO mascate_app;
GRANT SELECT ON fee_part TO mascate_worker;
DROP POLICY IF EXISTS tenant ON fee_part;
CREATE POLICY tenant ON fee_part USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE fee_rule ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON fee_rule FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON fee_rule TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON fee_rule;
CREATE POLICY tenant ON fee_rule USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE fee_rule_check ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON fee_rule_check FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON fee_rule_check TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON fee_rule_check;
CREATE POLICY tenant ON fee_rule_check USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON fee_rule_check;
CREATE POLICY entity ON fee_rule_check AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE order_fee_detail ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_fee_detail FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON order_fee_detail TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_fee_detail TO mascate_worker;
DROP POLICY IF EXISTS tenant ON order_fee_detail;
CREATE POLICY tenant ON order_fee_detail USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON order_fee_detail;
CREATE POLICY entity ON order_fee_detail AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE shop_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop_terms FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_terms TO mascate_app;
GRANT SELECT ON shop_terms TO mascate_worker;
DROP POLICY IF EXISTS tenant ON shop_terms;
CREATE POLICY tenant ON shop_terms USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON shop_terms;
CREATE POLICY entity ON shop_terms AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

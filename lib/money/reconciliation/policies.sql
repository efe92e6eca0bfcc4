-- The rights and row security of these tables.
ALTER TABLE discrepancy ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON discrepancy FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON discrepancy TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON discrepancy TO mascate_worker;
DROP POLICY IF EXISTS tenant ON discrepancy;
CREATE POLICY tenant ON discrepancy USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON discrepancy;
CREATE POLICY entity ON discrepancy AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM settlement s WHERE ((s.organization_id = current_organization()) AND (s.id = discrepancy.settlement_id)))) END);

ALTER TABLE discrepancy_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON discrepancy_day FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON discrepancy_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON discrepancy_day TO mascate_worker;
DROP POLICY IF EXISTS tenant ON discrepancy_day;
CREATE POLICY tenant ON discrepancy_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON discrepancy_day;
CREATE POLICY entity ON discrepancy_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

ALTER TABLE reconcile_due ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON reconcile_due FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, DELETE ON reconcile_due TO mascate_app, mascate_worker;
REVOKE ALL ON SEQUENCE reconcile_due_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE reconcile_due_id_seq TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON reconcile_due;
CREATE POLICY tenant ON reconcile_due USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON reconcile_due;
CREATE POLICY directory ON reconcile_due FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON reconcile_due;
CREATE POLICY entity ON reconcile_due AS RESTRICTIVE FOR SELECT TO mascate_app
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE reconcile_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON reconcile_run FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON reconcile_run TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON reconcile_run TO mascate_worker;
DROP POLICY IF EXISTS tenant ON reconcile_run;
CREATE POLICY tenant ON reconcile_run USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE reconcile_span ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON reconcile_span FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON reconcile_span TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON reconcile_span TO mascate_worker;
DROP POLICY IF EXISTS tenant ON reconcile_span;
CREATE POLICY tenant ON reconcile_span USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON reconcile_span;
CREATE POLICY directory ON reconcile_span FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON reconcile_span;
CREATE POLICY entity ON reconcile_span AS RESTRICTIVE FOR SELECT TO mascate_app
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE settlement ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON settlement FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON settlement TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement TO mascate_worker;
DROP POLICY IF EXISTS tenant ON settlement;
CREATE POLICY tenant ON settlement USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON settlement;
CREATE POLICY entity ON settlement AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, local_day))), false) END);

ALTER TABLE settlement_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON settlement_day FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON settlement_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON settlement_day TO mascate_worker;
DROP POLICY IF EXISTS tenant ON settlement_day;
CREATE POLICY tenant ON settlement_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON settlement_day;
CREATE POLICY entity ON settlement_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

ALTER TABLE waiting_income ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON waiting_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON waiting_income TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON waiting_income TO mascate_worker;
DROP POLICY IF EXISTS tenant ON waiting_income;
CREATE POLICY tenant ON waiting_income USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON waiting_income;
CREATE POLICY entity ON waiting_income AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

-- The rights and row security of these tables.
ALTER TABLE product_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON product_day FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON product_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON product_day TO mascate_worker;
DROP POLICY IF EXISTS tenant ON product_day;
CREATE POLICY tenant ON product_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON product_day;
CREATE POLICY entity ON product_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE product_day_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON product_day_delta FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON product_day_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON product_day_delta TO mascate_worker;
REVOKE ALL ON SEQUENCE product_day_delta_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE product_day_delta_id_seq TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON product_day_delta;
CREATE POLICY tenant ON product_day_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON product_day_delta;
CREATE POLICY directory ON product_day_delta FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON product_day_delta;
CREATE POLICY entity ON product_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE sales_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sales_day FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON sales_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales_day TO mascate_worker;
DROP POLICY IF EXISTS tenant ON sales_day;
CREATE POLICY tenant ON sales_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON sales_day;
CREATE POLICY entity ON sales_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE sales_day_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sales_day_delta FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON sales_day_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON sales_day_delta TO mascate_worker;
REVOKE ALL ON SEQUENCE sales_day_delta_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE sales_day_delta_id_seq TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON sales_day_delta;
CREATE POLICY tenant ON sales_day_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON sales_day_delta;
CREATE POLICY directory ON sales_day_delta FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON sales_day_delta;
CREATE POLICY entity ON sales_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE sales_hour ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sales_hour FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON sales_hour TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales_hour TO mascate_worker;
DROP POLICY IF EXISTS tenant ON sales_hour;
CREATE POLICY tenant ON sales_hour USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON sales_hour;
CREATE POLICY entity ON sales_hour AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE sales_state ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sales_state FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON sales_state TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales_state TO mascate_worker;
DROP POLICY IF EXISTS tenant ON sales_state;
CREATE POLICY tenant ON sales_state USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON sales_state;
CREATE POLICY entity ON sales_state AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

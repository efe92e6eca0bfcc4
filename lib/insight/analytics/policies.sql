-- The rights and row security of these tables.
ALTER TABLE buyer_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON buyer_delta FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON buyer_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON buyer_delta TO mascate_worker;
REVOKE ALL ON SEQUENCE buyer_delta_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE buyer_delta_id_seq TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON buyer_delta;
CREATE POLICY tenant ON buyer_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON buyer_delta;
CREATE POLICY entity ON buyer_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

ALTER TABLE buyer_month ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON buyer_month FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON buyer_month TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON buyer_month TO mascate_worker;
DROP POLICY IF EXISTS tenant ON buyer_month;
CREATE POLICY tenant ON buyer_month USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON buyer_month;
CREATE POLICY entity ON buyer_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

ALTER TABLE cohort_month ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON cohort_month FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON cohort_month TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON cohort_month TO mascate_worker;
DROP POLICY IF EXISTS tenant ON cohort_month;
CREATE POLICY tenant ON cohort_month USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON cohort_month;
CREATE POLICY entity ON cohort_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

ALTER TABLE product_month ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON product_month FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON product_month TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON product_month TO mascate_worker;
DROP POLICY IF EXISTS tenant ON product_month;
CREATE POLICY tenant ON product_month USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON product_month;
CREATE POLICY entity ON product_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

ALTER TABLE product_span ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON product_span FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON product_span TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON product_span TO mascate_worker;
DROP POLICY IF EXISTS tenant ON product_span;
CREATE POLICY tenant ON product_span USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON product_span;
CREATE POLICY entity ON product_span AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING ((SELECT visible_outlets()) IS NULL);

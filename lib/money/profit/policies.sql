-- The rights and row security of these tables.
ALTER TABLE money_day ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON money_day FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT ON money_day TO mascate_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON money_day TO mascate_worker;
DROP POLICY IF EXISTS tenant ON money_day;
CREATE POLICY tenant ON money_day USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON money_day;
CREATE POLICY entity ON money_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE money_day_delta ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON money_day_delta FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON money_day_delta TO mascate_app;
GRANT SELECT, INSERT, DELETE ON money_day_delta TO mascate_worker;
REVOKE ALL ON SEQUENCE money_day_delta_id_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE money_day_delta_id_seq TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON money_day_delta;
CREATE POLICY tenant ON money_day_delta USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON money_day_delta;
CREATE POLICY entity ON money_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

ALTER TABLE money_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON money_line FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON money_line TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON money_line;
CREATE POLICY tenant ON money_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

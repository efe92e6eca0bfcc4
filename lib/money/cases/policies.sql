-- The rights and row security of these tables.
ALTER TABLE case_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON case_event FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON case_event TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON case_event;
CREATE POLICY tenant ON case_event USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON case_event;
CREATE POLICY entity ON case_event AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM recovery_case r WHERE ((r.organization_id = current_organization()) AND (r.id = case_event.case_id)))) END);

ALTER TABLE case_file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON case_file FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, DELETE ON case_file TO mascate_app;
GRANT SELECT, DELETE ON case_file TO mascate_worker;
DROP POLICY IF EXISTS tenant ON case_file;
CREATE POLICY tenant ON case_file USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON case_file;
CREATE POLICY entity ON case_file AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM recovery_case r WHERE ((r.organization_id = current_organization()) AND (r.id = case_file.case_id)))) END);

ALTER TABLE case_order ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON case_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON case_order TO mascate_app;
GRANT SELECT ON case_order TO mascate_worker;
DROP POLICY IF EXISTS tenant ON case_order;
CREATE POLICY tenant ON case_order USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON case_order;
CREATE POLICY entity ON case_order AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE (EXISTS ( SELECT 1 FROM recovery_case r WHERE ((r.organization_id = current_organization()) AND (r.id = case_order.case_id)))) END);

ALTER TABLE order_evidence ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_evidence FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_evidence TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_evidence;
CREATE POLICY tenant ON order_evidence USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE recovery_case ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON recovery_case FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON recovery_case TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON recovery_case;
CREATE POLICY tenant ON recovery_case USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON recovery_case;
CREATE POLICY entity ON recovery_case AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((shop_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

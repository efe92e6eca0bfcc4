-- The rights and row security of these tables.
ALTER TABLE order_list ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_list FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON order_list TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_list;
CREATE POLICY tenant ON order_list USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON order_list;
CREATE POLICY directory ON order_list FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON order_list;
CREATE POLICY entity ON order_list AS RESTRICTIVE FOR SELECT TO mascate_app
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE((outlet_id = ANY ((SELECT visible_outlets())::uuid[])), false) END);

ALTER TABLE saved_view ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON saved_view FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_view TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON saved_view;
CREATE POLICY tenant ON saved_view USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE saved_view_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON saved_view_default FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_view_default TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON saved_view_default;
CREATE POLICY tenant ON saved_view_default USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

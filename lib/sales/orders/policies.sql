-- The rights and row security of these tables.
ALTER TABLE order_buyer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_buyer FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_buyer TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_buyer;
CREATE POLICY tenant ON order_buyer USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON order_buyer;
CREATE POLICY directory ON order_buyer FOR SELECT TO CURRENT_USER USING (true);

ALTER TABLE order_item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_item FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_item TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_item;
CREATE POLICY tenant ON order_item USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE order_item_part ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_item_part FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON order_item_part TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_item_part;
CREATE POLICY tenant ON order_item_part USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE order_number ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_number FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON order_number TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_number;
CREATE POLICY tenant ON order_number USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE order_source ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_source FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON order_source TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_source;
CREATE POLICY tenant ON order_source USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON orders TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON orders;
CREATE POLICY tenant ON orders USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON orders;
CREATE POLICY entity ON orders AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, local_day))), false) END);

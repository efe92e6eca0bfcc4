-- The rights and row security of these tables.
ALTER TABLE order_return ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON order_return FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON order_return TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON order_return;
CREATE POLICY tenant ON order_return USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON order_return;
CREATE POLICY entity ON order_return AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_order(order_id))), false) END);

ALTER TABLE return_item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON return_item FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON return_item TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON return_item;
CREATE POLICY tenant ON return_item USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- The rights and row security of these tables.
ALTER TABLE purchase_invoice ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON purchase_invoice FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON purchase_invoice TO mascate_app;
GRANT SELECT ON purchase_invoice TO mascate_worker;
DROP POLICY IF EXISTS tenant ON purchase_invoice;
CREATE POLICY tenant ON purchase_invoice USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON purchase_invoice;
CREATE POLICY entity ON purchase_invoice AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));

ALTER TABLE purchase_order ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON purchase_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON purchase_order TO mascate_app;
GRANT SELECT ON purchase_order TO mascate_worker;
DROP POLICY IF EXISTS tenant ON purchase_order;
CREATE POLICY tenant ON purchase_order USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON purchase_order;
CREATE POLICY entity ON purchase_order AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));

ALTER TABLE purchase_order_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON purchase_order_line FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON purchase_order_line TO mascate_app;
GRANT SELECT ON purchase_order_line TO mascate_worker;
DROP POLICY IF EXISTS tenant ON purchase_order_line;
CREATE POLICY tenant ON purchase_order_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE purchase_payable ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON purchase_payable FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON purchase_payable TO mascate_app;
GRANT SELECT ON purchase_payable TO mascate_worker;
DROP POLICY IF EXISTS tenant ON purchase_payable;
CREATE POLICY tenant ON purchase_payable USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE purchase_receipt ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON purchase_receipt FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON purchase_receipt TO mascate_app;
GRANT SELECT ON purchase_receipt TO mascate_worker;
DROP POLICY IF EXISTS tenant ON purchase_receipt;
CREATE POLICY tenant ON purchase_receipt USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE purchase_receipt_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON purchase_receipt_line FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON purchase_receipt_line TO mascate_app;
GRANT SELECT ON purchase_receipt_line TO mascate_worker;
REVOKE ALL ON SEQUENCE purchase_receipt_line_turn_seq FROM PUBLIC, mascate_app, mascate_worker;
GRANT USAGE ON SEQUENCE purchase_receipt_line_turn_seq TO mascate_app;
DROP POLICY IF EXISTS tenant ON purchase_receipt_line;
CREATE POLICY tenant ON purchase_receipt_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE supplier ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON supplier FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON supplier TO mascate_app;
GRANT SELECT ON supplier TO mascate_worker;
DROP POLICY IF EXISTS tenant ON supplier;
CREATE POLICY tenant ON supplier USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE supplier_product ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON supplier_product FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON supplier_product TO mascate_app;
GRANT SELECT ON supplier_product TO mascate_worker;
DROP POLICY IF EXISTS tenant ON supplier_product;
CREATE POLICY tenant ON supplier_product USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

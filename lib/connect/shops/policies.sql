-- The rights and row security of these tables.
REVOKE ALL ON call_pace FROM PUBLIC, mascate_app, mascate_worker;

ALTER TABLE shop ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON shop TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON shop;
CREATE POLICY tenant ON shop USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON shop;
CREATE POLICY directory ON shop FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON shop;
CREATE POLICY entity ON shop AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE ((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) OR (EXISTS ( SELECT 1 FROM former_entity f WHERE ((f.organization_id = current_organization()) AND (f.outlet_id = shop.id) AND (f.legal_entity_id = ANY ((SELECT visible_entities())::uuid[])))))) END);

ALTER TABLE shop_authorization ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop_authorization FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_authorization TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON shop_authorization;
CREATE POLICY tenant ON shop_authorization USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON shop_authorization;
CREATE POLICY directory ON shop_authorization FOR SELECT TO CURRENT_USER USING (true);

REVOKE ALL ON shop_claim FROM PUBLIC, mascate_app, mascate_worker;

ALTER TABLE shop_token ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON shop_token FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON shop_token TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON shop_token;
CREATE POLICY tenant ON shop_token USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

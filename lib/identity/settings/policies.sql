-- The rights and row security of these tables.
ALTER TABLE channel ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON channel FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON channel TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON channel;
CREATE POLICY tenant ON channel USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON channel;
CREATE POLICY entity ON channel AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE ((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) OR (EXISTS ( SELECT 1 FROM former_entity f WHERE ((f.organization_id = current_organization()) AND (f.outlet_id = channel.id) AND (f.legal_entity_id = ANY ((SELECT visible_entities())::uuid[])))))) END);

ALTER TABLE former_entity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON former_entity FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, DELETE ON former_entity TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON former_entity;
CREATE POLICY tenant ON former_entity USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

ALTER TABLE legal_entity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON legal_entity FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON legal_entity TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON legal_entity;
CREATE POLICY tenant ON legal_entity USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS directory ON legal_entity;
CREATE POLICY directory ON legal_entity FOR SELECT TO CURRENT_USER USING (true);
DROP POLICY IF EXISTS entity ON legal_entity;
CREATE POLICY entity ON legal_entity AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (id = ANY ((SELECT visible_entities())::uuid[])) END);

ALTER TABLE opening_revenue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON opening_revenue FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON opening_revenue TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON opening_revenue;
CREATE POLICY tenant ON opening_revenue USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON opening_revenue;
CREATE POLICY entity ON opening_revenue AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) END);

ALTER TABLE tax_rate ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON tax_rate FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON tax_rate TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON tax_rate;
CREATE POLICY tenant ON tax_rate USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON tax_rate;
CREATE POLICY entity ON tax_rate AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE (legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) END);

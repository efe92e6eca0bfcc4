-- The rights and row security of these tables.
ALTER TABLE expense ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON expense FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON expense TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON expense;
CREATE POLICY tenant ON expense USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON expense;
CREATE POLICY entity ON expense AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), ((COALESCE(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[])) AND ((COALESCE(shop_id, channel_id) <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(COALESCE(shop_id, channel_id), due_on))), ((SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[])), false) END);

ALTER TABLE expense_series ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON expense_series FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON expense_series TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON expense_series;
CREATE POLICY tenant ON expense_series USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON expense_series;
CREATE POLICY entity ON expense_series AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), (COALESCE(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[])), ((SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[])), false) END);

ALTER TABLE expense_split ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON expense_split FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE ON expense_split TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON expense_split;
CREATE POLICY tenant ON expense_split USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON expense_split;
CREATE POLICY entity ON expense_split AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL));

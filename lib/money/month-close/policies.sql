-- The rights and row security of these tables.
ALTER TABLE month_close ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON month_close FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE (reopened_at, reopened_by, reopen_reason) ON month_close TO mascate_app;
GRANT SELECT ON month_close TO mascate_worker;
DROP POLICY IF EXISTS tenant ON month_close;
CREATE POLICY tenant ON month_close USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON month_close;
CREATE POLICY entity ON month_close AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));

ALTER TABLE month_close_line ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON month_close_line FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT ON month_close_line TO mascate_app;
GRANT SELECT ON month_close_line TO mascate_worker;
DROP POLICY IF EXISTS tenant ON month_close_line;
CREATE POLICY tenant ON month_close_line USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON month_close_line;
CREATE POLICY entity ON month_close_line AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));

-- The rights and row security of these tables.
ALTER TABLE bank_entry ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON bank_entry FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, UPDATE (by_hand) ON bank_entry TO mascate_app;
GRANT SELECT, INSERT, UPDATE (account_end, account_key, fitid, memo), DELETE ON bank_entry TO mascate_worker;
DROP POLICY IF EXISTS tenant ON bank_entry;
CREATE POLICY tenant ON bank_entry USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON bank_entry;
CREATE POLICY entity ON bank_entry AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (((SELECT visible_entities()) IS NULL) OR COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), false));

ALTER TABLE bank_match ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON bank_match FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, DELETE ON bank_match TO mascate_app, mascate_worker;
DROP POLICY IF EXISTS tenant ON bank_match;
CREATE POLICY tenant ON bank_match USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
DROP POLICY IF EXISTS entity ON bank_match;
CREATE POLICY entity ON bank_match AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE ((EXISTS ( SELECT 1 FROM wallet_transaction w WHERE ((w.organization_id = current_organization()) AND (w.id = bank_match.transaction_id)))) OR (EXISTS ( SELECT 1 FROM bank_entry b WHERE ((b.organization_id = current_organization()) AND (b.id = bank_match.entry_id))))) END);

-- What hangs on a row of a shop or a legal entity is seen where that row is: for one who reads for some legal entities alone, also by a query that
-- does not join it. Who reads for all of them pays one test of a setting a statement.
-- For the app's role alone: the owner belongs to the worker's, and finds words and waiting companies by indexes that no policy may stand before.
CREATE POLICY entity ON order_desk AS RESTRICTIVE FOR SELECT TO mascate_app USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(outlet_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
CREATE POLICY entity ON reconcile_due AS RESTRICTIVE FOR SELECT TO mascate_app USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);

CREATE POLICY entity ON discrepancy AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE EXISTS (
    SELECT 1 FROM settlement s WHERE s.organization_id = current_organization() AND s.id = settlement_id) END);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['case_order', 'case_event', 'case_file'] LOOP
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE EXISTS (
        SELECT 1 FROM recovery_case r WHERE r.organization_id = current_organization() AND r.id = case_id) END)', t);
  END LOOP;
END $$;

-- Of both its legal entities, where a withdrawal came to the account of another: each has to know that it is matched.
CREATE POLICY entity ON bank_match AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true
    ELSE EXISTS (SELECT 1 FROM wallet_transaction w WHERE w.organization_id = current_organization() AND w.id = transaction_id)
      OR EXISTS (SELECT 1 FROM bank_entry b WHERE b.organization_id = current_organization() AND b.id = entry_id) END);

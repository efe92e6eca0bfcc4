-- Days that wait to be marked are a shop's, and seen where it is: as the marks that follow from them.
CREATE POLICY entity ON reconcile_span AS RESTRICTIVE FOR SELECT TO mascate_app USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);

-- Called by lib/sales/orders/matching.ts. In the policies of 48 tables. The shops and manual channels of those; NULL: all of them. In
-- PL/pgSQL with a search_path of its own, since each statement calls it once a table: its plans are kept for all callers.
CREATE OR REPLACE FUNCTION visible_outlets() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  IF visible_entities() IS NULL THEN RETURN NULL; END IF;
  RETURN ARRAY(
    SELECT id FROM shop WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities())
    UNION ALL SELECT id FROM channel WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities()));
END $$;

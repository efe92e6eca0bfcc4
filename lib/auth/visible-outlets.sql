-- Called by lib/orders/matching.ts. In the policies of 48 tables. The shops and manual channels of those; NULL: all of them.
CREATE OR REPLACE FUNCTION visible_outlets() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN visible_entities() IS NULL THEN NULL ELSE ARRAY(
    SELECT id FROM shop WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities())
    UNION ALL SELECT id FROM channel WHERE organization_id = current_organization() AND legal_entity_id = ANY (visible_entities())) END
$$;

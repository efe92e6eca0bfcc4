-- Called by lib/identity/settings/held-by.ts, lib/money/cases/require-owner.ts. In SQL by visible_outlets, require_month_order,
-- search_orders_by_title, search_orders. The shops and channels that are or once were of any of these legal entities.
CREATE OR REPLACE FUNCTION outlets_of(p_entities uuid[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT id FROM shop WHERE organization_id = current_organization() AND legal_entity_id = ANY (p_entities)
    UNION ALL SELECT id FROM channel WHERE organization_id = current_organization() AND legal_entity_id = ANY (p_entities)
    UNION SELECT outlet_id FROM former_entity WHERE organization_id = current_organization() AND legal_entity_id = ANY (p_entities));
END $$;

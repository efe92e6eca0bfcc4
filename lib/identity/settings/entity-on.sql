-- Called in many places. The legal entity that a shop or channel was of on a day. In PL/pgSQL, since it runs once a row: its plan is
-- kept.
CREATE OR REPLACE FUNCTION entity_on(p_outlet uuid, p_day date) RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN coalesce(
    (SELECT f.legal_entity_id FROM former_entity f
      WHERE f.organization_id = current_organization() AND f.outlet_id = p_outlet AND f.until_day > p_day ORDER BY f.until_day LIMIT 1),
    (SELECT s.legal_entity_id FROM shop s WHERE s.organization_id = current_organization() AND s.id = p_outlet),
    (SELECT c.legal_entity_id FROM channel c WHERE c.organization_id = current_organization() AND c.id = p_outlet));
END $$;

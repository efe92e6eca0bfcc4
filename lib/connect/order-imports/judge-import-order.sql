-- In SQL by stage_import_orders. The effect of a sheet's row on a known order: changed, same, older (the sheet knows less than we do),
-- api (the platform's own answer is known, with its prices) or otherShop.
CREATE OR REPLACE FUNCTION judge_import_order(
  p_shop uuid, p_order uuid, p_order_shop uuid, p_stage integer, p_as_of timestamptz, p_hash bytea
)
RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN p_order_shop IS DISTINCT FROM p_shop THEN 'otherShop'
    WHEN EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = current_organization() AND i.order_id = p_order AND i.price_missing)
      AND EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = current_organization() AND a.order_id = p_order AND a.source = 'api') THEN 'changed'
    WHEN EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = current_organization() AND a.order_id = p_order AND a.source = 'api') THEN 'api'
    ELSE coalesce((
      SELECT CASE
        WHEN s.fields_hash = p_hash THEN 'same'
        WHEN p_stage < s.stage OR (p_stage = s.stage AND p_as_of < s.as_of) THEN 'older'
        ELSE 'changed' END
      FROM order_source s WHERE s.organization_id = current_organization() AND s.order_id = p_order AND s.source = 'export'), 'changed')
  END
$$;
REVOKE ALL ON FUNCTION judge_import_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_import_order TO mascate_worker;

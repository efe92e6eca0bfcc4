-- Called by lib/catalog/products/queries.ts, lib/insight/data-checks/checks/catalogue.ts, lib/money/fees/calculator-start.ts,
-- lib/money/fees/shop-pricing.ts, lib/money/fees/simulation.ts. In SQL by unit_cost_on, place_order, remap_orders,
-- write_marketplace_items. The cost of a kit on a day: of its own, else of its components together; NULL while one of them is unknown.
CREATE OR REPLACE FUNCTION kit_unit_cost(p_kit uuid, p_day date) RETURNS numeric
LANGUAGE sql STABLE STRICT SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN count(*) = count(c.cost) THEN sum(c.cost * k.quantity) END
  FROM kit_component k LEFT JOIN LATERAL (
    SELECT cost FROM product_cost p WHERE p.organization_id = current_organization() AND p.product_id = k.component_id AND p.from_day <= p_day
    ORDER BY p.from_day DESC LIMIT 1) c ON true
  WHERE k.organization_id = current_organization() AND k.kit_id = p_kit
$$;
REVOKE ALL ON FUNCTION kit_unit_cost FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION kit_unit_cost TO mascate_app, mascate_worker;

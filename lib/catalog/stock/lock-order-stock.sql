-- In SQL by lock_sales_stock, edit_order, write_marketplace_orders. Locks the own stock that these orders take or have taken, and the
-- products (or the components of the kits) that they will.
CREATE OR REPLACE FUNCTION lock_order_stock(p_orders uuid[], p_products uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
BEGIN
  -- As in reserve_order_stock.
  IF cardinality(p_orders) + cardinality(p_products) > 20 THEN PERFORM set_config('plan_cache_mode', 'force_custom_plan', true); END IF;
  PERFORM lock_stock(array(
    SELECT coalesce(k.component_id, p.id) FROM unnest(p_products) AS p(id)
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = p.id WHERE p.id IS NOT NULL
    UNION
    SELECT coalesce(p.product_id, k.component_id, i.product_id) FROM order_item i
    JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id AND p.product_id IS NULL
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));
END $$;
REVOKE ALL ON FUNCTION lock_order_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION lock_order_stock TO mascate_app, mascate_worker;

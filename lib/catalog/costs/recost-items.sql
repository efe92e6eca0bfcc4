-- Called by lib/catalog/costs/cost-queries.ts, lib/catalog/costs/costs-effect.ts. In SQL by recost_orders. Items sold of a product (or of
-- kits with it) from a day on whose cost is not what that day's is now. Companies that cost by layers keep their layers' cost: only their
-- items without a cost count. The cost of a product on a day is looked up once a day, not once an item: a hot product has a hundred
-- thousand of them. p_taken: a cost that was undone. Its items, and kits, have an unknown cost again on days without another.
CREATE OR REPLACE FUNCTION recost_items(p_product uuid, p_from date, p_taken numeric DEFAULT NULL)
RETURNS TABLE (order_id uuid, line integer, cost numeric, change numeric)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH item AS MATERIALIZED (
    SELECT i.order_id, i.line, i.product_id, i.unit_cost, i.quantity * i.product_quantity AS units, o.local_day
    FROM order_item i JOIN orders o ON o.organization_id = current_organization() AND o.id = i.order_id
    WHERE i.organization_id = current_organization() AND i.product_id = ANY (array(
        SELECT p_product UNION ALL SELECT k.kit_id FROM kit_component k WHERE k.organization_id = current_organization() AND k.component_id = p_product))
      AND o.local_day >= p_from AND o.status <> 'cancelled'
      AND (i.unit_cost IS NULL OR i.unit_cost = p_taken OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = current_organization()) <> 'fifo')
  ), known AS MATERIALIZED (
    SELECT d.product_id, d.local_day, unit_cost_on(d.product_id, d.local_day) AS cost
    FROM (SELECT DISTINCT item.product_id, item.local_day FROM item) d
  )
  SELECT i.order_id, i.line, n.cost, (coalesce(n.cost, 0) - coalesce(i.unit_cost, 0)) * i.units
  FROM item i JOIN known n ON n.product_id = i.product_id AND n.local_day = i.local_day
  WHERE i.unit_cost IS DISTINCT FROM n.cost
    AND (n.cost IS NOT NULL OR (p_taken IS NOT NULL AND (i.unit_cost = p_taken OR i.product_id <> p_product)))
$$;
REVOKE ALL ON FUNCTION recost_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION recost_items TO mascate_app, mascate_worker;

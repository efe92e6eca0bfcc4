-- Run by the trigger on order_item. Companies that go by layers: what an order takes of the own stock costs what the oldest units on the
-- shelf cost, in the order of the items. The levels are locked as they are when the order is settled right after, so that two orders never
-- take the same layer.
CREATE OR REPLACE FUNCTION keep_fifo_cost() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  IF (SELECT cost_rule FROM organization WHERE organization_id = v_org) IS DISTINCT FROM 'fifo' THEN RETURN NULL; END IF;
  PERFORM lock_stock(array(
    SELECT DISTINCT coalesce(k.component_id, i.product_id) FROM added i
    JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock AND o.status <> 'cancelled'
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
    WHERE i.product_id IS NOT NULL ORDER BY 1));
  WITH part AS (
    SELECT i.order_id, i.line, i.quantity * i.product_quantity AS sold, coalesce(k.component_id, i.product_id) AS product_id,
      coalesce(k.quantity, 1) AS each, o.local_day, (i.quantity * i.product_quantity * coalesce(k.quantity, 1))::bigint AS units,
      o.placed_at
    FROM added i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock AND o.status <> 'cancelled'
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
      AND NOT EXISTS (SELECT 1 FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = i.product_id)
    WHERE i.product_id IS NOT NULL AND i.quantity > 0
  ), placed AS (
    SELECT p.*, coalesce(s.available, 0) - (sum(p.units) OVER (PARTITION BY p.product_id ORDER BY p.placed_at, p.order_id, p.line) - p.units) AS left_units
    FROM part p LEFT JOIN LATERAL (
      SELECT s.on_hand - s.reserved AS available FROM stock_level s
      JOIN stock_location l ON l.organization_id = v_org AND l.id = s.location_id AND l.kind = 'own'
      WHERE s.organization_id = v_org AND s.product_id = p.product_id) s ON true
  ), costed AS (
    SELECT order_id, line, sum(fifo_cost(product_id, units, left_units::bigint, local_day) * each) AS cost,
      count(*) = count(fifo_cost(product_id, units, left_units::bigint, local_day)) AS known
    FROM placed GROUP BY 1, 2
  )
  UPDATE order_item t SET unit_cost = CASE WHEN c.known THEN round(c.cost, 6) END
  FROM costed c WHERE t.organization_id = v_org AND t.order_id = c.order_id AND t.line = c.line;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_fifo_cost FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER order_item_fifo_cost AFTER INSERT ON order_item
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_fifo_cost();

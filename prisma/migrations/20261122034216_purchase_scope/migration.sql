-- Who may see some legal entities sees their purchases and the invoices addressed to them.
CREATE POLICY entity ON purchase_order AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  (SELECT visible_entities()) IS NULL OR coalesce(legal_entity_id = ANY ((SELECT visible_entities())::uuid[]), false));
CREATE POLICY entity ON purchase_invoice AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  (SELECT visible_entities()) IS NULL OR coalesce(legal_entity_id = ANY ((SELECT visible_entities())::uuid[]), false));

-- The worker reads purchases for its sheets and goes on with recostings; it buys nothing. A trigger's function is nobody's to call.
REVOKE INSERT, UPDATE ON supplier, supplier_product, purchase_order, purchase_order_line, purchase_payable, purchase_receipt,
  purchase_receipt_line, purchase_invoice FROM mascate_worker;
REVOKE INSERT ON recost_run FROM mascate_worker;
REVOKE UPDATE ON recost_run FROM mascate_app;
REVOKE USAGE ON SEQUENCE purchase_receipt_line_turn_seq FROM mascate_worker;
REVOKE EXECUTE ON FUNCTION keep_fifo_cost FROM mascate_app, mascate_worker;

-- As before; what a product costs on a day is looked up once a day, not once an item: a hot product has a hundred thousand of them.
CREATE OR REPLACE FUNCTION recost_items(p_product uuid, p_from date) RETURNS TABLE (order_id uuid, line integer, cost numeric, change numeric)
LANGUAGE sql STABLE SET search_path = public AS $$
  WITH item AS MATERIALIZED (
    SELECT i.order_id, i.line, i.product_id, i.unit_cost, i.quantity * i.product_quantity AS units, o.local_day
    FROM order_item i JOIN orders o ON o.organization_id = current_organization() AND o.id = i.order_id
    WHERE i.organization_id = current_organization() AND i.product_id = ANY (array(
        SELECT p_product UNION ALL SELECT k.kit_id FROM kit_component k WHERE k.organization_id = current_organization() AND k.component_id = p_product))
      AND o.local_day >= p_from AND o.status <> 'cancelled'
      AND (i.unit_cost IS NULL OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = current_organization()) <> 'fifo')
  ), known AS MATERIALIZED (
    SELECT d.product_id, d.local_day, unit_cost_on(d.product_id, d.local_day) AS cost
    FROM (SELECT DISTINCT item.product_id, item.local_day FROM item) d
  )
  SELECT i.order_id, i.line, n.cost, (n.cost - coalesce(i.unit_cost, 0)) * i.units
  FROM item i JOIN known n ON n.product_id = i.product_id AND n.local_day = i.local_day
  WHERE n.cost IS NOT NULL AND i.unit_cost IS DISTINCT FROM n.cost
$$;

-- In SQL by rebook_returns, receive_return. The inspected units of a return by product, as its order's items are mapped now; kits as what
-- they consisted of.
CREATE OR REPLACE FUNCTION return_units(p_return uuid) RETURNS TABLE (product_id uuid, sellable bigint, damaged bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(t.product_id, k.component_id, oi.product_id),
    sum(i.sellable::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1))::bigint,
    sum(i.damaged::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1))::bigint
  FROM order_return r JOIN return_item i ON i.organization_id = current_organization() AND i.return_id = r.id
  JOIN order_item oi ON oi.organization_id = current_organization() AND oi.order_id = r.order_id AND oi.line = i.order_line AND oi.product_id IS NOT NULL
  LEFT JOIN order_item_part t ON t.organization_id = current_organization() AND t.order_id = oi.order_id AND t.line = oi.line AND t.kit_id = oi.product_id
  LEFT JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = oi.product_id AND t.product_id IS NULL
  WHERE r.organization_id = current_organization() AND r.id = p_return GROUP BY 1
$$;
REVOKE ALL ON FUNCTION return_units FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION return_units TO mascate_app, mascate_worker;

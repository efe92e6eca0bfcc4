-- In SQL by place_order. Books the own stock of an order that this transaction has written: nothing of it is booked yet and no other
-- transaction sees it, so neither is checked. Lines are those of place_order. For a kit its components, which are kept with the line.
-- Otherwise as reserve_order_stock; locks and raises what book_stock does.
CREATE OR REPLACE FUNCTION reserve_new_order_stock(p_order uuid, p_status "OrderStatus", p_lines jsonb, p_actor uuid, p_allow_short boolean) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_is_sent boolean := p_status >= 'shipped';
  v_entries jsonb;
BEGIN
  WITH line AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::bigint AS quantity
    FROM jsonb_array_elements(p_lines) WITH ORDINALITY AS x(l, ord)
  ), part AS (
    INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
    SELECT v_org, p_order, l.line, l.product, k.component_id, k.quantity
    FROM line l JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = l.product
    RETURNING line, product_id, quantity
  ), taken AS (
    SELECT coalesce(p.product_id, l.product) AS product, sum(l.quantity * coalesce(p.quantity, 1))::bigint AS units
    FROM line l LEFT JOIN part p ON p.line = l.line GROUP BY 1
  )
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', t.product, 'location', v_own, 'kind', CASE WHEN v_is_sent THEN 'ship' ELSE 'reserve' END,
    'onHand', CASE WHEN v_is_sent THEN -t.units ELSE 0 END, 'reserved', CASE WHEN v_is_sent THEN 0 ELSE t.units END) ORDER BY t.product)
  INTO v_entries FROM taken t;
  RETURN book_stock('order', p_order, p_actor, NULL, v_entries, p_allow_short);
END $$;
REVOKE ALL ON FUNCTION reserve_new_order_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION reserve_new_order_stock TO mascate_app;

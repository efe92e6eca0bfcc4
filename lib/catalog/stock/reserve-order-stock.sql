-- Called by lib/insight/data-checks/repairs/stock.ts, lib/worker/verify-figures/verify-figures.ts. In SQL by apply_sales_batch,
-- change_channel_sale, create_listing_products, edit_order, remap_orders, set_order_status, write_marketplace_orders. Books the
-- difference between what orders should have taken of the own stock and what the ledger says: open ones reserve, those sent have
-- consumed, cancelled ones hold nothing. For a kit its components, as when first taken. Settled again, nothing is booked. Locks the
-- levels (lock_stock) and raises what book_stock raises, unless p_allow_short.
CREATE OR REPLACE FUNCTION reserve_order_stock(p_orders uuid[], p_actor uuid, p_allow_short boolean) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_booked integer := 0;
  v_order record;
BEGIN
  -- To plan takes longer than to settle a few orders; of a batch the joins are chosen by its size.
  IF cardinality(p_orders) > 20 THEN PERFORM set_config('plan_cache_mode', 'force_custom_plan', true); END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (p_orders) ORDER BY id FOR UPDATE;
  INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
  SELECT v_org, i.order_id, i.line, i.product_id, k.component_id, k.quantity
  FROM order_item i JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND NOT EXISTS (
    SELECT 1 FROM order_item_part p WHERE p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id)
  ON CONFLICT DO NOTHING;
  PERFORM lock_stock(array(
    SELECT coalesce(p.product_id, i.product_id) FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL AND o.moves_stock
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));

  FOR v_order IN
    WITH wanted AS (
      SELECT i.order_id, coalesce(p.product_id, i.product_id) AS product_id, sum(i.quantity * i.product_quantity * coalesce(p.quantity, 1))::bigint AS units
      FROM order_item i
      LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
      WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL GROUP BY 1, 2
    ), taken AS (
      SELECT m.source_id AS order_id, m.product_id, sum(m.on_hand_delta)::bigint AS on_hand, sum(m.reserved_delta)::bigint AS reserved
      FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own GROUP BY 1, 2
    ), change AS (
      SELECT o.id, product_id,
        CASE WHEN NOT o.moves_stock OR o.status < 'shipped' THEN 0 WHEN o.status = 'cancelled' AND o.shipped_at IS NULL THEN coalesce(t.on_hand, 0)
          ELSE -coalesce(w.units, 0) END - coalesce(t.on_hand, 0) AS on_hand,
        CASE WHEN o.moves_stock AND o.status < 'shipped' THEN coalesce(w.units, 0) ELSE 0 END - coalesce(t.reserved, 0) AS reserved
      FROM wanted w FULL JOIN taken t USING (order_id, product_id)
      JOIN orders o ON o.organization_id = v_org AND o.id = order_id AND o.id = ANY (p_orders)
    ), entry AS (
      SELECT c.id, c.product_id, e.kind, e.on_hand, e.reserved
      FROM change c
      CROSS JOIN LATERAL (SELECT greatest(least(c.reserved, 0), least(c.on_hand, 0)) AS freed) f
      CROSS JOIN LATERAL (VALUES
        ('ship', least(c.on_hand, 0), f.freed), ('adjustment', greatest(c.on_hand, 0), 0),
        ('reserve', 0, greatest(c.reserved - f.freed, 0)), ('release', 0, least(c.reserved - f.freed, 0))
      ) AS e(kind, on_hand, reserved)
      WHERE e.on_hand <> 0 OR e.reserved <> 0
    )
    SELECT e.id, jsonb_agg(jsonb_build_object('line', (
        SELECT coalesce(max(m.source_line) + 1, 0) FROM stock_movement m
        WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = e.id),
      'product', e.product_id, 'location', v_own, 'kind', e.kind, 'onHand', e.on_hand, 'reserved', e.reserved) ORDER BY e.product_id) AS entries
    FROM entry e GROUP BY e.id ORDER BY e.id
  LOOP
    v_booked := v_booked + book_stock('order', v_order.id, p_actor, NULL, v_order.entries, p_allow_short);
  END LOOP;
  RETURN v_booked;
END $$;
REVOKE ALL ON FUNCTION reserve_order_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION reserve_order_stock TO mascate_app, mascate_worker;

-- Called by lib/sales/returns/receive-return.ts. Receives a return once, each of its lines inspected: [{line, sellable, damaged, missing}].
-- Sellable goes to the own stock, damaged to the damaged, missing nowhere; kits as what they consisted of. Never more comes back than the
-- order took. Received before, nothing is booked. Raises P0001: return_not_found, stale_version, return_brings_nothing, return_not_ours,
-- return_incomplete, return_exceeds_shipped.
CREATE OR REPLACE FUNCTION receive_return(p_return uuid, p_version integer, p_lines jsonb, p_note text, p_actor uuid)
RETURNS TABLE (already boolean, booked integer, unbooked integer)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_order orders;
  v_return order_return;
  v_came jsonb;
  v_entries jsonb;
BEGIN
  -- The order's lock makes all receipts of one order follow each other.
  SELECT * INTO v_order FROM orders o WHERE o.organization_id = v_org AND o.id = (
    SELECT order_id FROM order_return WHERE organization_id = v_org AND id = p_return) FOR UPDATE;
  SELECT * INTO v_return FROM order_return r WHERE r.organization_id = v_org AND r.id = p_return FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'return_not_found' USING errcode = 'P0001'; END IF;
  IF v_return.received_at IS NOT NULL THEN
    RETURN QUERY SELECT true, 0, 0;
    RETURN;
  END IF;
  IF v_return.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF v_return.kind = 'refund_only' OR v_return.state = 'cancelled' THEN RAISE EXCEPTION 'return_brings_nothing' USING errcode = 'P0001'; END IF;
  IF v_order.fulfilled_by_platform THEN RAISE EXCEPTION 'return_not_ours' USING errcode = 'P0001'; END IF;
  IF (SELECT count(*) FROM return_item i WHERE i.organization_id = v_org AND i.return_id = p_return) <> jsonb_array_length(p_lines) OR EXISTS (
    SELECT 1 FROM return_item i LEFT JOIN jsonb_to_recordset(p_lines) AS x(line int, sellable int, damaged int, missing int) ON x.line = i.line
    WHERE i.organization_id = v_org AND i.return_id = p_return
      AND (least(x.sellable, x.damaged, x.missing) >= 0 AND x.sellable + x.damaged + x.missing = i.quantity) IS NOT TRUE) THEN
    RAISE EXCEPTION 'return_incomplete' USING errcode = 'P0001';
  END IF;
  UPDATE return_item i SET sellable = x.sellable, damaged = x.damaged, missing = x.missing
  FROM jsonb_to_recordset(p_lines) AS x(line int, sellable int, damaged int, missing int)
  WHERE i.organization_id = v_org AND i.return_id = p_return AND i.line = x.line;

  SELECT coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'sellable', c.sellable, 'damaged', c.damaged)), '[]') INTO v_came
  FROM return_units(p_return) c;

  -- An order that moves no stock (it left before the stock was counted) took what it consists of.
  IF EXISTS (
    SELECT 1 FROM jsonb_to_recordset(v_came) AS c(product uuid, sellable bigint, damaged bigint)
    WHERE c.sellable + c.damaged > CASE
        WHEN v_order.moves_stock THEN coalesce((
          SELECT -sum(m.on_hand_delta) FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = v_order.id
            AND m.product_id = c.product AND m.location_id = v_own), 0)
        WHEN v_order.shipped_at IS NOT NULL OR v_order.status IN ('shipped', 'delivered') THEN coalesce((
          SELECT sum(oi.quantity::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1)) FROM order_item oi
          LEFT JOIN order_item_part t ON t.organization_id = v_org AND t.order_id = oi.order_id AND t.line = oi.line AND t.kit_id = oi.product_id
          LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = oi.product_id AND t.product_id IS NULL
          WHERE oi.organization_id = v_org AND oi.order_id = v_order.id AND coalesce(t.product_id, k.component_id, oi.product_id) = c.product), 0)
        ELSE 0 END - coalesce((
          SELECT sum(m.on_hand_delta) FROM stock_movement m JOIN order_return r ON r.organization_id = v_org AND r.id = m.source_id
          WHERE m.organization_id = v_org AND m.source_kind = 'return' AND r.order_id = v_order.id AND m.product_id = c.product), 0)) THEN
    RAISE EXCEPTION 'return_exceeds_shipped' USING errcode = 'P0001';
  END IF;

  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(v_came) AS c(damaged bigint) WHERE c.damaged > 0) THEN
    INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
  END IF;
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', c.product, 'location', e.location, 'kind', 'return', 'onHand', e.units))
  INTO v_entries FROM jsonb_to_recordset(v_came) AS c(product uuid, sellable bigint, damaged bigint)
  CROSS JOIN LATERAL (VALUES (v_own, c.sellable), (v_damaged, c.damaged)) AS e(location, units) WHERE e.units > 0;
  booked := CASE WHEN v_entries IS NULL THEN 0 ELSE book_stock('return', p_return, p_actor, NULL, v_entries, true) END;

  UPDATE order_return r SET state = 'received', received_at = now(), received_by = p_actor, note = coalesce(p_note, r.note), version = r.version + 1
  WHERE r.organization_id = v_org AND r.id = p_return;
  already := false;
  unbooked := (SELECT count(*) FROM return_item i LEFT JOIN order_item oi ON oi.organization_id = v_org AND oi.order_id = v_order.id AND oi.line = i.order_line
    WHERE i.organization_id = v_org AND i.return_id = p_return AND i.sellable + i.damaged > 0 AND oi.product_id IS NULL);
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION receive_return FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION receive_return TO mascate_app;

-- Called by lib/sales/orders/receive-order.ts. Receives what a cancelled manual order had sent: [{"product", "sellable", "damaged", "missing"}],
-- every unit of every product said to be one of the three. Sellable goes to the own stock, damaged to the damaged, missing nowhere. Raises
-- order_not_found, stale_version, order_not_manual, nothing_away, return_incomplete.
CREATE OR REPLACE FUNCTION receive_order(p_order uuid, p_version integer, p_lines jsonb, p_actor uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_entries jsonb;
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = p_order FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'order_not_found' USING errcode = 'P0001'; END IF;
  IF o.platform <> 'manual' THEN RAISE EXCEPTION 'order_not_manual' USING errcode = 'P0001'; END IF;
  IF o.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF o.status <> 'cancelled' OR o.shipped_at IS NULL OR o.received_at IS NOT NULL THEN RAISE EXCEPTION 'nothing_away' USING errcode = 'P0001'; END IF;
  IF EXISTS (
    SELECT 1 FROM order_units_away(p_order) a
    FULL JOIN (SELECT x.product, count(*) AS times, sum(x.sellable + x.damaged + x.missing) AS units, min(least(x.sellable, x.damaged, x.missing)) AS least
      FROM jsonb_to_recordset(p_lines) AS x(product uuid, sellable int, damaged int, missing int) GROUP BY 1) l ON l.product = a.product_id
    WHERE (l.times = 1 AND l.least >= 0 AND l.units = a.units) IS NOT TRUE) THEN
    RAISE EXCEPTION 'return_incomplete' USING errcode = 'P0001';
  END IF;
  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(p_lines) AS x(damaged int) WHERE x.damaged > 0) THEN
    INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
  END IF;
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', x.product, 'location', e.location, 'kind', 'return', 'onHand', e.units))
  INTO v_entries FROM jsonb_to_recordset(p_lines) AS x(product uuid, sellable int, damaged int)
  CROSS JOIN LATERAL (VALUES (v_own, x.sellable), (v_damaged, x.damaged)) AS e(location, units) WHERE e.units > 0;
  IF v_entries IS NOT NULL THEN PERFORM book_stock('order_receipt', p_order, p_actor, NULL, v_entries, true); END IF;
  UPDATE orders SET received_at = now(), version = o.version + 1, updated_at = now() WHERE organization_id = v_org AND id = p_order;
  RETURN jsonb_build_object('version', o.version + 1);
END $$;
REVOKE ALL ON FUNCTION receive_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION receive_order TO mascate_app;

-- In SQL by remap_orders. Received returns of these orders bring back what the orders now say that they took: the ledger gets the difference.
-- The caller holds the orders and their stock.
CREATE OR REPLACE FUNCTION rebook_returns(p_orders uuid[], p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_return uuid;
  v_line integer;
  v_entries jsonb;
BEGIN
  FOR v_return IN
    SELECT r.id FROM order_return r JOIN orders o ON o.organization_id = v_org AND o.id = r.order_id
    WHERE r.organization_id = v_org AND r.order_id = ANY (p_orders) AND r.received_at IS NOT NULL AND (o.moves_stock OR EXISTS (
      SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = 'return' AND m.source_id = r.id))
    ORDER BY r.id
  LOOP
    IF EXISTS (SELECT 1 FROM return_units(v_return) c WHERE c.damaged > 0) THEN
      INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    END IF;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
    SELECT coalesce(max(m.source_line) + 1, 0) INTO v_line FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'return' AND m.source_id = v_return;
    WITH wanted AS (
      SELECT c.product_id, e.location_id, e.units FROM return_units(v_return) c
      CROSS JOIN LATERAL (VALUES (v_own, c.sellable), (v_damaged, c.damaged)) AS e(location_id, units) WHERE e.units > 0
    ), booked AS (
      SELECT m.product_id, m.location_id, sum(m.on_hand_delta)::bigint AS units FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'return' AND m.source_id = v_return GROUP BY 1, 2
    )
    SELECT jsonb_agg(jsonb_build_object('line', v_line, 'product', product_id, 'location', location_id, 'kind', 'return',
      'onHand', coalesce(w.units, 0) - coalesce(b.units, 0)))
    INTO v_entries FROM wanted w FULL JOIN booked b USING (product_id, location_id) WHERE coalesce(w.units, 0) <> coalesce(b.units, 0);
    IF v_entries IS NOT NULL THEN PERFORM book_stock('return', v_return, p_actor, NULL, v_entries, true); END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rebook_returns FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION rebook_returns TO mascate_app, mascate_worker;

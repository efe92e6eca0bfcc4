-- Called by lib/catalog/warehouse/enter-count.ts. Adds to what was counted of a product, or takes an entry back (p_undoes, whose units count the
-- other way). The same entry again changes nothing. p_age_ms says how long ago it was counted: the level it is held against is that
-- moment's. Raises P0001 'count_not_found', 'count_closed', 'entry_not_found' (of this line and round, not taken back before).
CREATE OR REPLACE FUNCTION count_stock(
  p_count uuid, p_entry uuid, p_product uuid, p_units integer, p_undoes uuid, p_actor uuid, p_age_ms integer
)
RETURNS TABLE (units bigint, on_hand_at bigint, moved boolean)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_state "StockCountState";
  v_line stock_count_line;
  v_at timestamptz(3);
  v_on_hand bigint;
  v_units integer := p_units;
  v_emptied boolean;
BEGIN
  SELECT c.state INTO v_state FROM stock_count c WHERE c.organization_id = v_org AND c.id = p_count FOR SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'count_not_found' USING errcode = 'P0001'; END IF;
  IF v_state <> 'open' THEN RAISE EXCEPTION 'count_closed' USING errcode = 'P0001'; END IF;

  INSERT INTO stock_count_line (organization_id, count_id, product_id, position, listed)
  SELECT v_org, p_count, p_product, coalesce((SELECT max(l.position) + 1 FROM stock_count_line l WHERE l.organization_id = v_org AND l.count_id = p_count), 1), false
  ON CONFLICT DO NOTHING;
  SELECT l.* INTO v_line FROM stock_count_line l
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p_product FOR UPDATE;
  IF EXISTS (SELECT 1 FROM stock_count_entry e WHERE e.organization_id = v_org AND e.id = p_entry) THEN
    RETURN QUERY SELECT v_line.units, v_line.on_hand_at, v_line.moved;
    RETURN;
  END IF;

  IF p_undoes IS NOT NULL THEN
    SELECT -e.units INTO v_units FROM stock_count_entry e
    WHERE e.organization_id = v_org AND e.id = p_undoes AND e.count_id = p_count AND e.product_id = p_product AND e.round = v_line.round
      AND e.undoes IS NULL AND NOT EXISTS (SELECT 1 FROM stock_count_entry u WHERE u.organization_id = v_org AND u.undoes = e.id);
    IF NOT FOUND THEN RAISE EXCEPTION 'entry_not_found' USING errcode = 'P0001'; END IF;
  END IF;

  v_at := clock_timestamp() - make_interval(secs => p_age_ms / 1000.0);
  SELECT coalesce((SELECT s.on_hand FROM stock_level s WHERE s.organization_id = v_org AND s.product_id = p_product AND s.location_id = v_own), 0)
    - coalesce((SELECT sum(m.on_hand_delta) FROM stock_movement m WHERE m.organization_id = v_org AND m.product_id = p_product
        AND m.location_id = v_own AND m.occurred_at > v_at), 0)
  INTO v_on_hand;
  INSERT INTO stock_count_entry (organization_id, id, count_id, product_id, round, units, undoes, actor_id, counted_at, on_hand_at)
  VALUES (v_org, p_entry, p_count, p_product, v_line.round, v_units, p_undoes, p_actor, v_at, v_on_hand);

  SELECT p_undoes IS NOT NULL AND count(*) FILTER (WHERE e.undoes IS NULL) = count(e.undoes) INTO v_emptied FROM stock_count_entry e
  WHERE p_undoes IS NOT NULL AND e.organization_id = v_org AND e.count_id = p_count AND e.product_id = p_product AND e.round = v_line.round;
  -- Taking the last entry back leaves the line uncounted, another one the moment at which it was counted; nor does an entry that
  -- arrives late move that moment back.
  RETURN QUERY UPDATE stock_count_line l SET
    units = CASE WHEN v_emptied THEN NULL ELSE coalesce(l.units, 0) + v_units END,
    on_hand_at = CASE WHEN v_emptied THEN NULL WHEN p_undoes IS NOT NULL OR l.counted_at > v_at THEN l.on_hand_at ELSE v_on_hand END,
    counted_at = CASE WHEN v_emptied THEN NULL WHEN p_undoes IS NOT NULL THEN l.counted_at ELSE greatest(l.counted_at, v_at) END,
    moved = CASE WHEN v_emptied THEN false WHEN p_undoes IS NOT NULL THEN l.moved ELSE l.moved OR coalesce(l.on_hand_at <> v_on_hand, false) END
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p_product
  RETURNING l.units, l.on_hand_at, l.moved;
END $$;
REVOKE ALL ON FUNCTION count_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION count_stock TO mascate_app, mascate_worker;

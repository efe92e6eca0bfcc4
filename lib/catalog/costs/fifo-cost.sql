-- In SQL by keep_fifo_cost. The cost of the next units off the shelf when the oldest go first: the p_units oldest of the p_left free
-- units. The newest receipts make up the rest, so those lie at the far end. Units older than every receipt have the cost before the first
-- of them. NULL as soon as one unit's cost is unknown.
CREATE OR REPLACE FUNCTION fifo_cost(p_product uuid, p_units bigint, p_left bigint, p_day date) RETURNS numeric
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_from bigint := p_left - p_units;
  v_depth bigint := 0;
  v_taken bigint := 0;
  v_cost numeric := 0;
  v_part bigint;
  v_first numeric;
  v_any boolean := false;
  l record;
BEGIN
  FOR l IN SELECT units, landed_cents, cost_before FROM purchase_receipt_line
    WHERE organization_id = v_org AND product_id = p_product AND NOT reversed ORDER BY turn DESC
  LOOP
    v_any := true;
    v_first := l.cost_before;
    v_part := greatest(least(v_depth + l.units, p_left) - greatest(v_depth, v_from, 0), 0);
    v_cost := v_cost + v_part * (l.landed_cents / 100.0 / l.units);
    v_taken := v_taken + v_part;
    v_depth := v_depth + l.units;
    EXIT WHEN v_depth >= p_left;
  END LOOP;
  -- Sold beyond what is there: those units are yet to come, and cost what a unit costs now.
  v_part := least(greatest(-v_from, 0), p_units);
  IF v_part > 0 THEN
    v_cost := v_cost + v_part * unit_cost_on(p_product, p_day);
    v_taken := v_taken + v_part;
  END IF;
  IF v_taken < p_units THEN
    v_cost := v_cost + (p_units - v_taken) * CASE WHEN v_any THEN v_first ELSE unit_cost_on(p_product, p_day) END;
  END IF;
  RETURN round(v_cost / p_units, 6);
END $$;
REVOKE ALL ON FUNCTION fifo_cost FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fifo_cost TO mascate_app, mascate_worker;

-- Called by lib/catalog/warehouse/close-count.ts. Books the next lines of a session in state `booking`: counted less the level at the moment of
-- counting, so that what moved since stays; what was listed and not counted goes to zero where the session says so, but for what came since
-- the session began. Returns how many lines it booked; 0: none is left. Lines of what has become a kit meanwhile book nothing.
CREATE OR REPLACE FUNCTION book_stock_count(p_count uuid, p_actor uuid, p_lines integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_count stock_count;
  v_products uuid[];
  v_entries jsonb;
BEGIN
  SELECT c.* INTO v_count FROM stock_count c WHERE c.organization_id = v_org AND c.id = p_count FOR UPDATE;
  IF v_count.state IS DISTINCT FROM 'booking' THEN RETURN 0; END IF;
  v_products := array(
    SELECT l.product_id FROM stock_count_line l
    WHERE l.organization_id = v_org AND l.count_id = p_count AND l.booked_at IS NULL
      AND (l.units IS NOT NULL OR (v_count.sets_missing_to_zero AND l.listed))
    ORDER BY l.product_id LIMIT p_lines);
  IF v_products = '{}' THEN RETURN 0; END IF;

  SELECT jsonb_agg(jsonb_build_object('line', l.position, 'product', l.product_id, 'location', v_own, 'kind', 'count',
    'onHand', CASE WHEN l.units IS NULL THEN greatest(c.net, 0) - s.on_hand ELSE l.units - l.on_hand_at END))
  INTO v_entries
  FROM lock_stock(v_products) s JOIN stock_count_line l ON l.organization_id = v_org AND l.count_id = p_count AND l.product_id = s.product_id
  CROSS JOIN LATERAL (SELECT coalesce(sum(m.on_hand_delta), 0)::bigint AS net FROM stock_movement m WHERE m.organization_id = v_org
    AND m.product_id = l.product_id AND m.location_id = v_own AND m.occurred_at > v_count.created_at) c
  WHERE NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = l.product_id);
  IF v_entries IS NOT NULL THEN
    PERFORM book_stock('count', p_count, p_actor, left(v_count.name, 200), v_entries, true);
  END IF;
  UPDATE stock_count_line l SET booked_at = now(), difference = e."onHand"
  FROM unnest(v_products) p LEFT JOIN jsonb_to_recordset(coalesce(v_entries, '[]')) AS e(product uuid, "onHand" bigint) ON e.product = p
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p;
  RETURN cardinality(v_products);
END $$;
REVOKE ALL ON FUNCTION book_stock_count FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION book_stock_count TO mascate_app, mascate_worker;

-- Called by lib/catalog/mapping/make-products.ts, lib/catalog/mapping/undo-products.ts, lib/catalog/stock/book-stock.ts. In SQL by
-- reserve_new_order_stock, reserve_order_stock, book_stock_count, apply_catalogue_batch, receive_order, rebook_returns, receive_return.
-- The one writer of the ledger: books entries [{line, product, location, kind, onHand, reserved}] of one source, each once, and moves the
-- levels. Locks levels in product, location order. Unless p_allow_short an entry that takes availability below zero raises P0001
-- insufficient_stock. Runs as the owner, since no other role may write levels or movements.
CREATE OR REPLACE FUNCTION book_stock(
  p_source_kind text, p_source_id uuid, p_actor uuid, p_reason text, p_entries jsonb, p_allow_short boolean DEFAULT false
)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_at timestamptz;
  v_booked integer;
  v_short uuid;
  v_before bigint;
  v_products uuid[] := array(SELECT DISTINCT (e->>'product')::uuid FROM jsonb_array_elements(p_entries) e);
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;

  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid)
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING;

  PERFORM 1 FROM stock_level l
  WHERE l.organization_id = v_org AND l.product_id = ANY (v_products)
    AND (l.product_id, l.location_id) IN (SELECT e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid))
  ORDER BY l.product_id, l.location_id FOR UPDATE;
  v_at := clock_timestamp();

  -- Under the locks no other booking takes these products at these places: what is not there now is new.
  WITH entry AS (
    SELECT DISTINCT ON (line, e.product, e.location, e.kind) coalesce(e.line, 0) AS line, e.product, e.location, e.kind,
      coalesce(e."onHand", 0) AS on_hand, coalesce(e.reserved, 0) AS reserved
    FROM jsonb_to_recordset(p_entries) AS e(line int, product uuid, location uuid, kind "MovementKind", "onHand" bigint, reserved bigint)
    ORDER BY line, e.product, e.location, e.kind
  ), fresh AS (
    SELECT e.*, l.on_hand + sum(e.on_hand) OVER w AS on_hand_after, l.reserved + sum(e.reserved) OVER w AS reserved_after
    FROM entry e JOIN stock_level l ON l.organization_id = v_org AND l.product_id = e.product AND l.location_id = e.location AND l.product_id = ANY (v_products)
    WHERE NOT EXISTS (
      SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = p_source_kind AND m.source_id = p_source_id
        AND m.source_line = e.line AND m.product_id = e.product AND m.location_id = e.location AND m.kind = e.kind)
    WINDOW w AS (PARTITION BY e.product, e.location ORDER BY e.line, e.kind)
  ), booked AS (
    INSERT INTO stock_movement (organization_id, product_id, location_id, kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after,
      source_kind, source_id, source_line, reason, actor_id, occurred_at, recorded_at)
    SELECT v_org, product, location, kind, on_hand, reserved, on_hand_after, reserved_after,
      p_source_kind, p_source_id, line, p_reason, p_actor, v_at, v_at
    FROM fresh ORDER BY product, location, line, kind
    RETURNING product_id, location_id, on_hand_delta, reserved_delta
  ), sums AS (
    SELECT product_id, location_id, sum(on_hand_delta)::bigint AS on_hand, sum(reserved_delta)::bigint AS reserved, count(*)::int AS n
    FROM booked GROUP BY 1, 2
  ), moved AS (
    UPDATE stock_level l SET on_hand = l.on_hand + s.on_hand, reserved = l.reserved + s.reserved
    FROM sums s
    WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id AND l.product_id = ANY (v_products)
    RETURNING l.product_id, l.on_hand - l.reserved AS available, s.on_hand - s.reserved AS change
  )
  SELECT (SELECT coalesce(sum(n), 0) FROM sums), m.product_id, m.available - m.change AS before
  INTO v_booked, v_short, v_before
  FROM (SELECT 1) one LEFT JOIN LATERAL (
    SELECT * FROM moved WHERE available < 0 AND change < 0 ORDER BY product_id LIMIT 1
  ) m ON true;

  IF v_short IS NOT NULL AND NOT p_allow_short THEN
    RAISE EXCEPTION 'insufficient_stock' USING errcode = 'P0001',
      detail = jsonb_build_object('product', v_short, 'available', greatest(v_before, 0))::text;
  END IF;
  RETURN v_booked;
END $$;
REVOKE ALL ON FUNCTION book_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION book_stock TO mascate_app, mascate_worker;

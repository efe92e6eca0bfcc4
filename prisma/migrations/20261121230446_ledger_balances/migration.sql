-- What each movement left at its place, so that any page of the ledger shows balances without adding up what is newer or older.
ALTER TABLE stock_movement ADD COLUMN on_hand_after bigint, ADD COLUMN reserved_after bigint;

ALTER TABLE stock_movement DISABLE TRIGGER stock_movement_append_only;
DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT organization_id FROM organization LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    UPDATE stock_movement m SET on_hand_after = s.on_hand, reserved_after = s.reserved
    FROM (
      SELECT id, sum(on_hand_delta) OVER w AS on_hand, sum(reserved_delta) OVER w AS reserved FROM stock_movement
      WHERE organization_id = v_org WINDOW w AS (PARTITION BY product_id, location_id ORDER BY id)
    ) s
    WHERE m.organization_id = v_org AND m.id = s.id;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
ALTER TABLE stock_movement ENABLE TRIGGER stock_movement_append_only;
ALTER TABLE stock_movement ALTER COLUMN on_hand_after SET NOT NULL, ALTER COLUMN reserved_after SET NOT NULL;

-- The ledger is read by time. Orders write most of it; what people and deliveries write is rare and has indexes that cost orders nothing.
DROP INDEX "stock_movement_organization_id_product_id_id_idx";
CREATE INDEX "stock_movement_organization_id_product_id_occurred_at_id_idx" ON "stock_movement"("organization_id", "product_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "stock_movement_organization_id_occurred_at_id_idx" ON "stock_movement"("organization_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX stock_movement_by_kind ON stock_movement (organization_id, kind, occurred_at DESC, id DESC)
  WHERE kind NOT IN ('reserve', 'release', 'ship');
CREATE INDEX stock_movement_by_location ON stock_movement (organization_id, location_id, occurred_at DESC, id DESC)
  WHERE kind NOT IN ('reserve', 'release', 'ship');
CREATE INDEX stock_movement_by_source ON stock_movement (organization_id, source_kind, occurred_at DESC, id DESC)
  WHERE kind NOT IN ('reserve', 'release', 'ship');
CREATE INDEX stock_movement_by_actor ON stock_movement (organization_id, actor_id, occurred_at DESC, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX stock_level_elsewhere ON stock_level (organization_id, location_id, product_id) WHERE on_hand <> 0;

-- One place in transit for the company, and one in the platform's warehouse for each shop.
CREATE UNIQUE INDEX stock_location_transit ON stock_location (organization_id) WHERE kind = 'transit';
CREATE UNIQUE INDEX stock_location_full ON stock_location (organization_id, shop_id) WHERE kind = 'full';
ALTER TABLE stock_location ADD CONSTRAINT stock_location_shop CHECK ((kind = 'full') = (shop_id IS NOT NULL));

-- As before; each movement also says what it left. Its time is that of the booking, taken under the levels' locks, so that the
-- movements of a product at a place stand in the order of their balances.
CREATE OR REPLACE FUNCTION book_stock(p_source_kind text, p_source_id uuid, p_actor uuid, p_reason text, p_entries jsonb, p_allow_short boolean DEFAULT false)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_at timestamptz;
  v_booked integer;
  v_short uuid;
  v_before bigint;
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;

  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid)
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING;

  PERFORM 1 FROM stock_level l
  WHERE l.organization_id = v_org
    AND (l.product_id, l.location_id) IN (SELECT e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid))
  ORDER BY l.product_id, l.location_id FOR UPDATE;
  v_at := clock_timestamp();

  -- Under the locks nobody else books these products at these places: what is not there now is new.
  WITH entry AS (
    SELECT DISTINCT ON (line, e.product, e.location, e.kind) coalesce(e.line, 0) AS line, e.product, e.location, e.kind,
      coalesce(e."onHand", 0) AS on_hand, coalesce(e.reserved, 0) AS reserved
    FROM jsonb_to_recordset(p_entries) AS e(line int, product uuid, location uuid, kind "MovementKind", "onHand" bigint, reserved bigint)
    ORDER BY line, e.product, e.location, e.kind
  ), fresh AS (
    SELECT e.*, l.on_hand + sum(e.on_hand) OVER w AS on_hand_after, l.reserved + sum(e.reserved) OVER w AS reserved_after
    FROM entry e JOIN stock_level l ON l.organization_id = v_org AND l.product_id = e.product AND l.location_id = e.location
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
    WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id
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

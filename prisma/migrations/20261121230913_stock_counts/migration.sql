CREATE TYPE "StockCountState" AS ENUM ('open', 'booking', 'booked', 'cancelled');

-- A counting session. `booking` while its differences go to the ledger, batch by batch.
CREATE TABLE stock_count (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "StockCountState" NOT NULL DEFAULT 'open',
    "sets_missing_to_zero" BOOLEAN NOT NULL DEFAULT false,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_by" UUID,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_count_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE INDEX "stock_count_organization_id_created_at_id_idx" ON "stock_count"("organization_id", "created_at" DESC, "id" DESC);

-- A product of the session. `units` is the sum of its entries of this round, null while nobody has counted it; `on_hand_at`
-- is the own location's level at the moment of the last of them; `moved`: it was another at an earlier one. `round` goes up when the
-- product is counted anew.
CREATE TABLE stock_count_line (
    "organization_id" UUID NOT NULL,
    "count_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "listed" BOOLEAN NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 1,
    "units" BIGINT,
    "on_hand_at" BIGINT,
    "counted_at" TIMESTAMPTZ(3),
    "moved" BOOLEAN NOT NULL DEFAULT false,
    "difference" BIGINT,
    "booked_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_count_line_pkey" PRIMARY KEY ("organization_id","count_id","product_id"),
    CONSTRAINT stock_count_line_units CHECK (units >= 0 AND (units IS NULL) = (on_hand_at IS NULL) AND (units IS NULL) = (counted_at IS NULL))
);
CREATE INDEX "stock_count_line_organization_id_count_id_position_product__idx"
  ON "stock_count_line"("organization_id", "count_id", "position", "product_id");
CREATE INDEX stock_count_line_to_book ON stock_count_line (organization_id, count_id, product_id) WHERE booked_at IS NULL;

-- What somebody counted, once for each scan or number; never changed. Taking one back is an entry of its own. The id is made where it
-- is counted, so that sending it again adds nothing.
CREATE TABLE stock_count_entry (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "count_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "units" INTEGER NOT NULL,
    "undoes" UUID,
    "actor_id" UUID,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "on_hand_at" BIGINT NOT NULL,

    CONSTRAINT "stock_count_entry_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "stock_count_entry_organization_id_undoes_key" ON "stock_count_entry"("organization_id", "undoes");
CREATE INDEX "stock_count_entry_organization_id_count_id_saved_at_id_idx" ON "stock_count_entry"("organization_id", "count_id", "saved_at" DESC, "id" DESC);
CREATE INDEX "stock_count_entry_organization_id_count_id_product_id_idx" ON "stock_count_entry"("organization_id", "count_id", "product_id");

ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_organization_id_count_id_fkey" FOREIGN KEY ("organization_id", "count_id") REFERENCES "stock_count"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "stock_count_entry" ADD CONSTRAINT "stock_count_entry_organization_id_count_id_product_id_fkey" FOREIGN KEY ("organization_id", "count_id", "product_id") REFERENCES "stock_count_line"("organization_id", "count_id", "product_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['stock_count', 'stock_count_line', 'stock_count_entry'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON stock_count, stock_count_line TO mascate_app, mascate_worker;
GRANT SELECT, INSERT ON stock_count_entry TO mascate_app, mascate_worker;
CREATE TRIGGER stock_count_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_count_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Adds to what was counted of a product, or takes an entry back (p_undoes, whose units count the other way). The same entry again
-- changes nothing. p_age_ms says how long ago it was counted: the level it is held against is that moment's.
-- Raises P0001 'count_not_found', 'count_closed', 'entry_not_found' (of this line and round, not taken back before).
CREATE FUNCTION count_stock(p_count uuid, p_entry uuid, p_product uuid, p_units integer, p_undoes uuid, p_actor uuid, p_age_ms integer)
RETURNS TABLE (units bigint, on_hand_at bigint, moved boolean) LANGUAGE plpgsql SET search_path = public AS $$
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

-- Books the next lines of a session in state `booking`: counted less the level at the moment of counting, so that what moved since
-- stays; what was listed and not counted goes to zero where the session says so. Returns how many lines it booked; 0: none is left.
-- Lines of what has become a kit meanwhile book nothing.
CREATE FUNCTION book_stock_count(p_count uuid, p_actor uuid, p_lines integer) RETURNS integer LANGUAGE plpgsql SET search_path = public AS $$
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
    'onHand', CASE WHEN l.units IS NULL THEN -s.on_hand ELSE l.units - l.on_hand_at END))
  INTO v_entries
  FROM lock_stock(v_products) s JOIN stock_count_line l ON l.organization_id = v_org AND l.count_id = p_count AND l.product_id = s.product_id
  WHERE NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = l.product_id);
  IF v_entries IS NOT NULL THEN
    PERFORM book_stock('count', p_count, p_actor, left(v_count.name, 200), v_entries, true);
  END IF;
  UPDATE stock_count_line l SET booked_at = now(), difference = e."onHand"
  FROM unnest(v_products) p LEFT JOIN jsonb_to_recordset(coalesce(v_entries, '[]')) AS e(product uuid, "onHand" bigint) ON e.product = p
  WHERE l.organization_id = v_org AND l.count_id = p_count AND l.product_id = p;
  RETURN cardinality(v_products);
END $$;
REVOKE ALL ON FUNCTION count_stock, book_stock_count FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_stock, book_stock_count TO mascate_app, mascate_worker;

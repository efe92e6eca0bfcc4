-- Called by lib/catalogue-sheets/apply-catalogue.ts. Applies the next rows of a confirmed sheet of products and takes them off the stage
-- in one transaction. A product that somebody changed since the preview is refused, not overwritten; a count keeps what orders and returns
-- moved since. Locks the products against other sheets, not against who moves their stock.
CREATE OR REPLACE FUNCTION apply_catalogue_batch(p_import uuid, p_limit integer)
RETURNS TABLE (created integer, updated integer, kept integer, refused integer, waiting boolean, first integer, last integer, kits uuid[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_day date := (SELECT (now() AT TIME ZONE time_zone)::date FROM organization WHERE organization_id = v_org);
  v_batch integer[];
  v_good integer[];
  v_actor uuid;
  v_row record;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false; kits := '{}';
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'catalogue' THEN RETURN NEXT; RETURN; END IF;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];

  PERFORM 1 FROM product p WHERE p.organization_id = v_org AND p.id IN (
    SELECT (r.payload->>'productId')::uuid FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.outcome = 'changed') ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM lock_stock(array(SELECT (r.payload->>'productId')::uuid FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.outcome = 'changed'
      AND r.payload ? 'stock' AND EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.id = (r.payload->>'productId')::uuid)));

  v_good := '{}';
  FOR v_row IN
    WITH row AS MATERIALIZED (
      SELECT r.number, r.outcome, (r.payload->>'productId')::uuid AS product, r.payload FROM import_row r
      WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch)
    ), taken AS MATERIALIZED (
      SELECT p.id, p.sku_key, p.version FROM product p WHERE p.organization_id = v_org
        AND p.id = ANY (array(SELECT row.product FROM row WHERE row.outcome = 'changed'))
      UNION ALL
      SELECT p.id, p.sku_key, p.version FROM product p WHERE p.organization_id = v_org
        AND p.sku_key = ANY (array(SELECT lower(row.payload->>'sku') FROM row WHERE row.outcome = 'new'))
    )
    SELECT row.number, CASE
      WHEN row.outcome = 'new' THEN CASE WHEN EXISTS (SELECT 1 FROM taken t WHERE t.sku_key = lower(row.payload->>'sku')) THEN 'changedSince' END
      WHEN NOT EXISTS (SELECT 1 FROM taken t WHERE t.id = row.product AND t.version = (row.payload->>'version')::int) THEN 'changedSince'
      WHEN NOT row.payload ? 'stock' THEN NULL
      WHEN EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = row.product) THEN 'kitNoStock'
      WHEN EXISTS (SELECT 1 FROM stock_movement s WHERE s.organization_id = v_org AND s.product_id = row.product AND s.location_id = v_own
          AND s.id > (row.payload->'stock'->>'seen')::bigint AND s.source_kind NOT IN ('order', 'order_receipt', 'return'))
        AND sheet_stock_target(row.product, v_own, row.payload->'stock') <> (SELECT l.on_hand FROM stock_level l
          WHERE l.organization_id = v_org AND l.product_id = row.product AND l.location_id = v_own) THEN 'stockMoved'
      END AS problem
    FROM row ORDER BY row.number
  LOOP
    IF v_row.problem IS NULL THEN
      v_good := v_good || v_row.number;
    ELSE
      PERFORM refuse_sheet_row(p_import, v_row.number, v_row.problem, NULL);
      refused := refused + 1;
    END IF;
  END LOOP;

  -- Kits one by one: what cannot be a kit is refused alone, with the product that it would have made.
  FOR v_row IN
    SELECT r.number, r.outcome, r.payload, (r.payload->>'productId')::uuid AS product FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.payload ? 'kit' ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.outcome = 'new' THEN
        INSERT INTO product (organization_id, id, sku, title) VALUES (v_org, v_row.product, v_row.payload->>'sku', v_row.payload->'set'->>'title');
      END IF;
      PERFORM set_kit(v_row.product, (
        SELECT jsonb_agg(jsonb_build_object('product', p.id, 'quantity', x.quantity))
        FROM jsonb_to_recordset(v_row.payload->'kit') AS x(sku text, quantity int)
        LEFT JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku) AND p.archived_at IS NULL));
      kits := kits || v_row.product;
    EXCEPTION WHEN raise_exception THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, CASE SQLERRM
        WHEN 'kit_in_kit' THEN 'kitInKit' WHEN 'kit_has_stock' THEN 'kitHasStock' ELSE 'componentUnknown' END, NULL);
      refused := refused + 1;
      v_good := array_remove(v_good, v_row.number);
    END;
  END LOOP;

  INSERT INTO product (organization_id, id, sku, title, price_cents, barcodes, description_html, minimum_stock, lead_time_days, shelf_address,
    weight_grams, length_mm, width_mm, height_mm, ncm, cest, origin, unit, packaging_cost_cents, archived_at)
  SELECT v_org, (r.payload->>'productId')::uuid, r.payload->>'sku', s.title, s.price_cents, coalesce(array(SELECT jsonb_array_elements_text(s.barcodes)), '{}'),
    coalesce(s.description_html, ''), s.minimum_stock, s.lead_time_days, s.shelf_address, s.weight_grams, s.length_mm, s.width_mm, s.height_mm, s.ncm,
    s.cest, s.origin, coalesce(s.unit, 'UN'), s.packaging_cost_cents, CASE WHEN s.archived THEN now() END
  FROM import_row r, jsonb_to_record(r.payload->'set') AS s(title text, price_cents bigint, barcodes jsonb, description_html text, minimum_stock int,
    lead_time_days int, shelf_address text, weight_grams int, length_mm int, width_mm int, height_mm int, ncm text, cest text, origin int, unit text,
    packaging_cost_cents bigint, archived boolean)
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.outcome = 'new' AND NOT r.payload ? 'kit';
  GET DIAGNOSTICS created = ROW_COUNT;

  UPDATE product p SET
    title = CASE WHEN g.s ? 'title' THEN g.s->>'title' ELSE p.title END,
    price_cents = CASE WHEN g.s ? 'price_cents' THEN (g.s->>'price_cents')::bigint ELSE p.price_cents END,
    barcodes = CASE WHEN g.s ? 'barcodes' THEN array(SELECT jsonb_array_elements_text(g.s->'barcodes')) ELSE p.barcodes END,
    description_html = CASE WHEN g.s ? 'description_html' THEN coalesce(g.s->>'description_html', '') ELSE p.description_html END,
    minimum_stock = CASE WHEN g.s ? 'minimum_stock' THEN (g.s->>'minimum_stock')::int ELSE p.minimum_stock END,
    lead_time_days = CASE WHEN g.s ? 'lead_time_days' THEN (g.s->>'lead_time_days')::int ELSE p.lead_time_days END,
    shelf_address = CASE WHEN g.s ? 'shelf_address' THEN g.s->>'shelf_address' ELSE p.shelf_address END,
    weight_grams = CASE WHEN g.s ? 'weight_grams' THEN (g.s->>'weight_grams')::int ELSE p.weight_grams END,
    length_mm = CASE WHEN g.s ? 'length_mm' THEN (g.s->>'length_mm')::int ELSE p.length_mm END,
    width_mm = CASE WHEN g.s ? 'width_mm' THEN (g.s->>'width_mm')::int ELSE p.width_mm END,
    height_mm = CASE WHEN g.s ? 'height_mm' THEN (g.s->>'height_mm')::int ELSE p.height_mm END,
    ncm = CASE WHEN g.s ? 'ncm' THEN g.s->>'ncm' ELSE p.ncm END,
    cest = CASE WHEN g.s ? 'cest' THEN g.s->>'cest' ELSE p.cest END,
    origin = CASE WHEN g.s ? 'origin' THEN (g.s->>'origin')::int ELSE p.origin END,
    unit = CASE WHEN g.s ? 'unit' THEN g.s->>'unit' ELSE p.unit END,
    packaging_cost_cents = CASE WHEN g.s ? 'packaging_cost_cents' THEN (g.s->>'packaging_cost_cents')::bigint ELSE p.packaging_cost_cents END,
    archived_at = CASE WHEN NOT g.s ? 'archived' THEN p.archived_at WHEN (g.s->>'archived')::boolean THEN coalesce(p.archived_at, now()) END,
    version = p.version + 1, updated_at = now()
  FROM (
    SELECT (r.payload->>'productId')::uuid AS id, r.payload->'set' AS s FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.outcome = 'changed'
      AND (r.payload->'set' <> '{}' OR r.payload ? 'cost')
  ) g
  WHERE p.organization_id = v_org AND p.id = g.id;

  DELETE FROM product_cost c
  WHERE c.organization_id = v_org AND c.from_day = v_day AND c.receipt_id IS NULL AND c.product_id = ANY (array(
    SELECT (r.payload->>'productId')::uuid FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
      AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.payload->'cost' = 'null'));
  INSERT INTO product_cost (organization_id, product_id, from_day, cost, source, created_by)
  SELECT v_org, (r.payload->>'productId')::uuid, v_day, (r.payload->>'cost')::numeric, 'typed', v_actor FROM import_row r
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.payload->>'cost' IS NOT NULL
  ON CONFLICT (organization_id, product_id, from_day) DO UPDATE SET cost = excluded.cost, source = excluded.source, receipt_id = NULL, created_by = excluded.created_by;

  PERFORM book_stock('sheet', p_import, v_actor, m.options->>'reason', e.entries, true) FROM (
    SELECT jsonb_agg(jsonb_build_object('line', t.number, 'product', t.product, 'location', v_own, 'kind', t.kind, 'onHand', t.change, 'reserved', 0)
      ORDER BY t.product) AS entries
    FROM (
      SELECT r.number, (r.payload->>'productId')::uuid AS product, CASE r.outcome WHEN 'new' THEN 'opening' ELSE 'count' END AS kind,
        sheet_stock_target((r.payload->>'productId')::uuid, v_own, r.payload->'stock') - coalesce((SELECT l.on_hand FROM stock_level l
          WHERE l.organization_id = v_org AND l.product_id = (r.payload->>'productId')::uuid AND l.location_id = v_own), 0) AS change
      FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) AND r.payload ? 'stock'
    ) t WHERE t.change <> 0
  ) e WHERE e.entries IS NOT NULL;

  INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
  SELECT v_org, uuid_v7(), 'system', v_actor,
    CASE WHEN r.outcome = 'new' THEN 'product.created' WHEN r.payload ? 'kit' THEN 'product.kitSet' ELSE 'product.updated' END, 'product', r.payload->>'productId',
    CASE WHEN r.outcome = 'changed' THEN (SELECT jsonb_object_agg(c->>'field', c->'before') FROM jsonb_array_elements(r.payload->'changes') c) END,
    coalesce((SELECT jsonb_object_agg(c->>'field', c->'after') FROM jsonb_array_elements(r.payload->'changes') c), '{}')
      || jsonb_build_object('sku', r.payload->>'sku', 'importId', p_import)
  FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good) ORDER BY r.number;

  SELECT count(*) FILTER (WHERE r.outcome = 'new'), count(*) FILTER (WHERE r.outcome = 'changed') INTO created, updated
  FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good);
  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_good);
  PERFORM add_sheet_result(p_import, cardinality(v_batch), created, updated, kept, refused);
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION apply_catalogue_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION apply_catalogue_batch TO mascate_worker;

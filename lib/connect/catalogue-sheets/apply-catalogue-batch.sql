-- Called by lib/connect/catalogue-sheets/apply-catalogue.ts. Applies the next rows of a confirmed sheet of products and takes them off the stage in
-- one transaction. A product that somebody changed since the preview is refused, not overwritten; a count keeps what orders and returns
-- moved since. Locks the import, then the products against other sheets in the order of their ids (not against who moves their stock), then
-- the stock that is counted.
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
  v_refused integer[];
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
    SELECT j.number, j.problem FROM judge_catalogue_rows(p_import, v_batch, v_own) j ORDER BY j.number
  LOOP
    IF v_row.problem IS NULL THEN
      v_good := v_good || v_row.number;
    ELSE
      PERFORM refuse_sheet_row(p_import, v_row.number, v_row.problem, NULL);
      refused := refused + 1;
    END IF;
  END LOOP;

  SELECT k.kits, k.refused INTO kits, v_refused FROM write_catalogue_kits(p_import, v_good) k;
  refused := refused + cardinality(v_refused);
  v_good := array(SELECT g FROM unnest(v_good) WITH ORDINALITY AS x(g, ord) WHERE NOT g = ANY (v_refused) ORDER BY ord);

  PERFORM write_catalogue_products(p_import, v_good);
  PERFORM write_catalogue_costs(p_import, v_good, v_day, v_actor);

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

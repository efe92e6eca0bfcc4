-- In SQL by apply_catalogue_batch. Called by apply_catalogue_batch, which holds the products. Makes the new products of these rows of a
-- sheet but for kits, and changes the known ones where a column is given.
CREATE OR REPLACE FUNCTION write_catalogue_products(p_import uuid, p_numbers integer[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO product (organization_id, id, sku, title, price_cents, barcodes, description_html, minimum_stock, lead_time_days, shelf_address,
    weight_grams, length_mm, width_mm, height_mm, ncm, cest, origin, unit, packaging_cost_cents, archived_at)
  SELECT v_org, (r.payload->>'productId')::uuid, r.payload->>'sku', s.title, s.price_cents, coalesce(array(SELECT jsonb_array_elements_text(s.barcodes)), '{}'),
    coalesce(s.description_html, ''), s.minimum_stock, s.lead_time_days, s.shelf_address, s.weight_grams, s.length_mm, s.width_mm, s.height_mm, s.ncm,
    s.cest, s.origin, coalesce(s.unit, 'UN'), s.packaging_cost_cents, CASE WHEN s.archived THEN now() END
  FROM import_row r, jsonb_to_record(r.payload->'set') AS s(title text, price_cents bigint, barcodes jsonb, description_html text, minimum_stock int,
    lead_time_days int, shelf_address text, weight_grams int, length_mm int, width_mm int, height_mm int, ncm text, cest text, origin int, unit text,
    packaging_cost_cents bigint, archived boolean)
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.outcome = 'new' AND NOT r.payload ? 'kit';

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
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.outcome = 'changed'
      AND (r.payload->'set' <> '{}' OR r.payload ? 'cost')
  ) g
  WHERE p.organization_id = v_org AND p.id = g.id;
END $$;
REVOKE ALL ON FUNCTION write_catalogue_products FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_catalogue_products TO mascate_worker;

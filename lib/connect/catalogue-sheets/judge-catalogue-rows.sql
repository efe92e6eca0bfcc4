-- In SQL by apply_catalogue_batch. Called by apply_catalogue_batch, which holds the products and their stock. These rows of a sheet
-- (their numbers ascending), and what stands against each: changed since its preview, a kit's stock, or stock that somebody else counted.
CREATE OR REPLACE FUNCTION judge_catalogue_rows(p_import uuid, p_numbers integer[], p_own uuid) RETURNS TABLE (number integer, problem text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  RETURN QUERY
  WITH row AS MATERIALIZED (
    SELECT r.number, r.outcome, (r.payload->>'productId')::uuid AS product, r.payload FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers)
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
    WHEN EXISTS (SELECT 1 FROM stock_movement s WHERE s.organization_id = v_org AND s.product_id = row.product AND s.location_id = p_own
        AND s.id > (row.payload->'stock'->>'seen')::bigint AND s.source_kind NOT IN ('order', 'order_receipt', 'return'))
      AND sheet_stock_target(row.product, p_own, row.payload->'stock') <> (SELECT l.on_hand FROM stock_level l
        WHERE l.organization_id = v_org AND l.product_id = row.product AND l.location_id = p_own) THEN 'stockMoved'
    END AS problem
  FROM row ORDER BY row.number;
END $$;
REVOKE ALL ON FUNCTION judge_catalogue_rows FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_catalogue_rows TO mascate_worker;

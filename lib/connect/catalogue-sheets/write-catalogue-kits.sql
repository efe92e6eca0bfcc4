-- In SQL by apply_catalogue_batch. The kits among these rows of a sheet, one by one: what cannot be a kit is refused alone, with the
-- product that it would have made. Answers the kits and the numbers of the rows that were refused.
CREATE OR REPLACE FUNCTION write_catalogue_kits(p_import uuid, p_numbers integer[], OUT kits uuid[], OUT refused integer[])
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_row record;
BEGIN
  kits := '{}'; refused := '{}';
  FOR v_row IN
    SELECT r.number, r.outcome, r.payload, (r.payload->>'productId')::uuid AS product FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.payload ? 'kit' ORDER BY r.number
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
      refused := refused || v_row.number;
    END;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION write_catalogue_kits FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_catalogue_kits TO mascate_worker;

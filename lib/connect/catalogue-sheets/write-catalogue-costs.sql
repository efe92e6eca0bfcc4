-- In SQL by apply_catalogue_batch. The costs that these rows of a sheet give: from the day that the row says, else a product's first cost from
-- the beginning and another from p_day on, in the place of what was typed on that day; an empty one takes that away.
CREATE OR REPLACE FUNCTION write_catalogue_costs(p_import uuid, p_numbers integer[], p_day date, p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  DELETE FROM product_cost c USING replaceable_costs(array(
    SELECT (r.payload->>'productId')::uuid FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
      AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.payload ? 'cost'
      AND (r.payload->>'cost' IS NULL OR r.payload->>'costSince' IS NULL)), p_day) t
  WHERE c.organization_id = v_org AND c.product_id = t.product_id AND c.from_day = t.from_day;
  INSERT INTO product_cost (organization_id, product_id, from_day, cost, source, created_by)
  SELECT v_org, (r.payload->>'productId')::uuid, coalesce((r.payload->>'costSince')::date, CASE WHEN EXISTS (SELECT 1 FROM product_cost c
      WHERE c.organization_id = v_org AND c.product_id = (r.payload->>'productId')::uuid) THEN p_day ELSE DATE '2000-01-01' END),
    (r.payload->>'cost')::numeric, 'typed', p_actor FROM import_row r
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN p_numbers[1] AND p_numbers[cardinality(p_numbers)] AND r.number = ANY (p_numbers) AND r.payload->>'cost' IS NOT NULL
  ON CONFLICT (organization_id, product_id, from_day) DO UPDATE SET cost = excluded.cost, source = excluded.source, receipt_id = NULL, created_by = excluded.created_by;
END $$;
REVOKE ALL ON FUNCTION write_catalogue_costs FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_catalogue_costs TO mascate_worker;

-- In SQL by apply_catalogue_batch, write_catalogue_kits, apply_sales_batch, refuse_sale. A row that could not be applied after all: it
-- stays on the stage with its reason, as those do that were never good.
CREATE OR REPLACE FUNCTION refuse_sheet_row(p_import uuid, p_number integer, p_problem text, p_value text) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE import_row r SET outcome = 'failed', payload = jsonb_build_object('problems', jsonb_build_array(jsonb_build_object(
    'row', r.number, 'key', r.order_code, 'values', coalesce(r.payload->'values', '{}'),
    'cells', jsonb_build_array(jsonb_build_object('field', '', 'column', '', 'cell', '', 'problem', p_problem, 'value', coalesce(p_value, ''))))))
  WHERE r.organization_id = current_organization() AND r.import_id = p_import AND r.number = p_number
$$;
REVOKE ALL ON FUNCTION refuse_sheet_row FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refuse_sheet_row TO mascate_worker;

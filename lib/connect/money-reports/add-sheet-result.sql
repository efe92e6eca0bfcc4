-- Called by lib/connect/money-reports/apply-money-file.ts. In SQL by apply_catalogue_batch, apply_sales_batch. Adds what a batch of a
-- money file did to the counts in its summary, and ends the import with its last row. Locks the import.
CREATE OR REPLACE FUNCTION add_sheet_result(
  p_import uuid, p_done integer, p_created integer, p_updated integer, p_kept integer, p_refused integer
)
RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE import i SET done = i.done + p_done, summary = i.summary || jsonb_build_object(
    'badRows', coalesce((i.summary->>'badRows')::int, 0) + p_refused,
    'result', jsonb_build_object(
      'created', coalesce((i.summary->'result'->>'created')::int, 0) + p_created,
      'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + p_updated,
      'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + p_kept,
      'refused', coalesce((i.summary->'result'->>'refused')::int, 0) + p_refused))
  WHERE i.organization_id = current_organization() AND i.id = p_import
$$;
REVOKE ALL ON FUNCTION add_sheet_result FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_sheet_result TO mascate_worker;

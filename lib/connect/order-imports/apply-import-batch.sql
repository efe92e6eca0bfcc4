-- Called by lib/connect/order-imports/apply-import.ts. Applies the next orders of a confirmed import and takes them off the stage in one transaction:
-- killed before its commit, nothing of the batch has happened; after it, none of it can happen again. Answers what it did, the first and
-- the last row that it took, and whether any wait.
CREATE OR REPLACE FUNCTION apply_import_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, waiting boolean, first integer, last integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  m import;
  v_batch integer[];
  v_written uuid[];
  v_history boolean;
  v_live uuid[] := '{}';
BEGIN
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' THEN
    RETURN QUERY SELECT 0, 0, 0, false, NULL::integer, NULL::integer;
    RETURN;
  END IF;
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  v_history := coalesce((m.options->>'isHistory')::boolean, false);
  IF v_history THEN
    -- As write_marketplace_orders takes it: no other writer of the shop comes between this and the writing.
    PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || m.shop_id, 0));
    v_live := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND NOT o.is_history AND o.external_code = ANY (
      array(SELECT r.order_code FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch))));
  END IF;
  SELECT w.created, w.updated, w.kept, w.written INTO created, updated, kept, v_written FROM write_marketplace_orders(m.shop_id, 'export', array(
      SELECT ROW(r.number, r.order_code, r.fields_hash, r.payload)::staged_order FROM import_row r
      WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) ORDER BY r.number),
    p_numbers, coalesce((m.options->>'takeStock')::boolean, false), p_import, m.created_by) w;
  -- What was at work before stays at work, and what the platform itself tells of is no history.
  IF v_history THEN
    UPDATE orders o SET is_history = true WHERE o.organization_id = v_org AND o.id = ANY (v_written) AND NOT o.id = ANY (v_live) AND NOT EXISTS (
      SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'api');
  END IF;

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  UPDATE import i SET done = i.done + cardinality(v_batch), summary = i.summary || jsonb_build_object('result', jsonb_build_object(
    'created', coalesce((i.summary->'result'->>'created')::int, 0) + created,
    'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + updated,
    'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + kept))
  WHERE i.organization_id = v_org AND i.id = p_import;
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION apply_import_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION apply_import_batch TO mascate_worker;

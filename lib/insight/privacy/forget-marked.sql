-- In SQL by forget_with_mark. Forgets what is kept of these orders, whose buyer was erased: who they are, what they wrote and showed,
-- papers and files in which they stand, what the marketplace said, cells that money files show. Files go with the next night. A return
-- that was opened after the erasure stays (refuse_erased_return).
CREATE OR REPLACE FUNCTION forget_marked(p_orders uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_codes text[]; v_cases uuid[]; v_files uuid[];
BEGIN
  SELECT coalesce(array_agg(o.external_code), '{}') INTO v_codes FROM orders o
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND o.external_code IS NOT NULL;

  PERFORM forget_buyers(p_orders);
  PERFORM forget_return_texts(ARRAY(SELECT r.id FROM order_return r JOIN orders o ON o.organization_id = v_org AND o.id = r.order_id
    WHERE r.organization_id = v_org AND r.order_id = ANY (p_orders) AND r.opened_at <= o.buyer_erased_at));

  -- Files in which they stand: papers of the cases, labels, sheets that were put in, lists and archives that were taken out.
  v_cases := ARRAY(SELECT k.case_id FROM settlement s JOIN case_order k ON k.organization_id = v_org AND k.settlement_id = s.id
    WHERE s.organization_id = v_org AND s.order_id = ANY (p_orders));
  WITH paper AS (DELETE FROM case_file f WHERE f.organization_id = v_org AND f.case_id = ANY (v_cases) RETURNING f.file_id)
  SELECT coalesce(array_agg(file_id), '{}') INTO v_files FROM paper;
  UPDATE export x SET state = 'failed', error_code = 'exportBuyerErased', finished_at = now()
  WHERE x.organization_id = v_org AND x.kind IN ('orders', 'wholeCompany') AND x.state = 'running';
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.kind <> 'invoice' AND (f.id = ANY (v_files)
    OR f.id IN (SELECT k.label_file_id FROM package k WHERE k.organization_id = v_org AND k.order_id = ANY (p_orders))
    OR f.id IN (SELECT unnest(ARRAY[d.file_id, d.thermal_file_id, d.sheet_file_id]) FROM dispatch_run d WHERE d.organization_id = v_org AND d.input->'orderIds' ?| p_orders::text[])
    OR f.id IN (SELECT i.file_id FROM import i WHERE i.organization_id = v_org AND i.kind IN ('orders', 'sales') AND i.finished_at IS NOT NULL)
    OR f.id IN (SELECT x.file_id FROM export x WHERE x.organization_id = v_org AND x.kind IN ('orders', 'wholeCompany')));

  -- What the marketplace said of the orders.
  UPDATE import_row r SET payload = r.payload || '{"buyer": null}' WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload->'buyer') = 'object';
  UPDATE import_row r SET payload = jsonb_set(r.payload, '{data,text}', 'null') WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload #> '{data,text}') = 'string';
  DELETE FROM platform_answer a WHERE a.organization_id = v_org AND a.subject = ANY (v_codes);
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.platform_text IS NOT NULL AND f.subject = ANY (v_codes);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id = ANY (p_orders);

  -- Texts that a money file has in unknown columns. A writer of one now holds its row and waits for orders: it shows no such words.
  UPDATE import i SET summary = without_samples(i.summary) WHERE i.organization_id = v_org AND i.id IN (
    SELECT m.id FROM import m WHERE m.organization_id = v_org AND m.kind = 'money' AND m.summary <> without_samples(m.summary) FOR UPDATE SKIP LOCKED);
END $$;
REVOKE ALL ON FUNCTION forget_marked FROM PUBLIC, mascate_app, mascate_worker;

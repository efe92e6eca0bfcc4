-- Called by lib/insight/privacy/erase-buyer.ts. Forgets the buyer of these orders, which are one person, and what names them: by their names one
-- by one (p_likes, p_words; p_chosen says which they chose) or by their username (p_keyed). A chosen name in over 20 records of others may
-- be a word of the trade: by it alone nothing is changed, and the answer counts what therefore stays.
CREATE OR REPLACE FUNCTION erase_buyer(p_orders uuid[], p_likes text[], p_words text[], p_chosen boolean[], p_keyed text, p_actor uuid)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_most constant integer := 20;
  v_tasks uuid[]; v_files uuid[]; v_named text[]; v_left jsonb;
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_orders), 0) = 0 THEN RETURN NULL; END IF;
  INSERT INTO buyer_erasure (organization_id, id, buyer_key, orders, erased_by)
  SELECT v_org, uuid_v7(), (array_agg(o.buyer_key))[1], count(*), p_actor FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
  -- What is kept of them goes with the mark (forget_with_mark).
  UPDATE orders o SET buyer_erased_at = now() WHERE o.organization_id = v_org AND o.id = ANY (p_orders);

  -- All other places that name them.
  WITH found AS MATERIALIZED (SELECT * FROM find_named(p_likes, p_words, p_keyed)),
  common AS (SELECT f.nth FROM found f WHERE p_chosen[f.nth] GROUP BY f.nth HAVING count(*) > v_most),
  named AS (SELECT DISTINCT f.record FROM found f WHERE f.nth IS NULL OR f.nth NOT IN (SELECT c.nth FROM common c)),
  rest AS (SELECT f.place, count(DISTINCT f.record) AS records FROM found f WHERE f.record NOT IN (SELECT n.record FROM named n) GROUP BY f.place)
  SELECT ARRAY(SELECT n.record FROM named n), (SELECT jsonb_object_agg(r.place, r.records) FROM rest r) INTO v_named, v_left;
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.id::text = ANY (v_named);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id::text = ANY (v_named);
  UPDATE dispatch_run d SET problems = '[]' WHERE d.organization_id = v_org AND d.id::text = ANY (v_named);
  DELETE FROM webhook_inbox b USING list_held_webhook_events() p WHERE p.id = b.id AND b.id::text = ANY (v_named);
  DELETE FROM assistant_message m WHERE m.organization_id = v_org AND coalesce(m.question_id, m.id)::text = ANY (v_named);
  DELETE FROM assistant_thread t WHERE t.organization_id = v_org AND t.id::text = ANY (v_named)
    AND NOT EXISTS (SELECT 1 FROM assistant_message m WHERE m.organization_id = v_org AND m.thread_id = t.id);
  UPDATE assistant_thread t SET title = '…' WHERE t.organization_id = v_org AND t.id::text = ANY (v_named);
  DELETE FROM proposal p WHERE p.organization_id = v_org AND p.id::text = ANY (v_named);
  v_tasks := ARRAY(SELECT t.id FROM agent_task t WHERE t.organization_id = v_org AND t.id::text = ANY (v_named));
  v_files := ARRAY(SELECT f.file_id FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks) AND f.file_id IS NOT NULL);
  DELETE FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks);
  DELETE FROM agent_task_event e WHERE e.organization_id = v_org AND e.task_id = ANY (v_tasks);
  DELETE FROM data_pack k WHERE k.organization_id = v_org AND k.task_id = ANY (v_tasks);
  DELETE FROM agent_task t WHERE t.organization_id = v_org AND t.id = ANY (v_tasks);
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.id = ANY (v_files);
  UPDATE bank_entry b SET memo = '' WHERE b.organization_id = v_org AND b.id::text = ANY (v_named);
  DELETE FROM outgoing_event e WHERE e.organization_id = v_org AND e.id::text = ANY (v_named);
  DELETE FROM idempotency i WHERE i.organization_id = v_org AND concat_ws(' ', i.route, i.key) = ANY (v_named);
  RETURN v_left;
END $$;
REVOKE ALL ON FUNCTION erase_buyer FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION erase_buyer TO mascate_app;

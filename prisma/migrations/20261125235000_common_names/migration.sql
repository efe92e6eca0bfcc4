-- What others said in which a buyer may be named: a row for each text, with the record that goes with it. A memo that names the marketplace
-- (namesPlatform in lib/bank/unknown-entries.ts) speaks of its payments. It has no search path of its own, so that it becomes a part of the query.
CREATE FUNCTION list_said() RETURNS TABLE (place text, record text, said text, told jsonb) LANGUAGE sql STABLE AS $$
  SELECT 'other', f.id::text, f.platform_text, NULL::jsonb FROM sync_failure f WHERE f.organization_id = current_organization()
  UNION ALL SELECT 'other', a.subject_id::text, NULL, a.failure FROM platform_act a WHERE a.organization_id = current_organization() AND a.settled_at IS NOT NULL
  UNION ALL SELECT 'other', d.id::text, NULL, d.problems FROM dispatch_run d WHERE d.organization_id = current_organization()
  UNION ALL SELECT 'other', b.id::text, NULL, b.body FROM shop s JOIN push_inbox b ON b.platform = s.platform AND b.external_shop_id = s.external_shop_id
    WHERE s.organization_id = current_organization()
  UNION ALL SELECT 'other', e.id::text, NULL, e.data FROM webhook_event e WHERE e.organization_id = current_organization()
  UNION ALL SELECT 'other', d.event_id::text, d.said, NULL FROM webhook_delivery d WHERE d.organization_id = current_organization()
  UNION ALL SELECT 'other', concat_ws(' ', i.route, i.key), NULL, i.answer FROM idempotency i WHERE i.organization_id = current_organization()
  UNION ALL SELECT 'conversations', coalesce(m.question_id, m.id)::text, NULL, m.parts FROM assistant_message m WHERE m.organization_id = current_organization()
  UNION ALL SELECT 'conversations', t.id::text, t.title, NULL FROM assistant_thread t WHERE t.organization_id = current_organization()
  UNION ALL SELECT 'drafts', p.id::text, NULL, p.input FROM proposal p WHERE p.organization_id = current_organization()
  UNION ALL SELECT 'drafts', p.id::text, NULL, p.diff FROM proposal p WHERE p.organization_id = current_organization()
  UNION ALL SELECT 'tasks', t.id::text, concat_ws(' ', t.title, t.question), NULL FROM agent_task t WHERE t.organization_id = current_organization()
  UNION ALL SELECT 'tasks', t.id::text, NULL, t.report FROM agent_task t WHERE t.organization_id = current_organization()
  UNION ALL SELECT 'tasks', k.task_id::text, k.content, NULL FROM data_pack k WHERE k.organization_id = current_organization()
  UNION ALL SELECT 'tasks', e.task_id::text, e.text, NULL FROM agent_task_event e WHERE e.organization_id = current_organization()
  UNION ALL SELECT 'tasks', e.task_id::text, NULL, e.payload FROM agent_task_event e WHERE e.organization_id = current_organization()
  UNION ALL SELECT 'bank', b.id::text, b.memo, NULL FROM bank_entry b WHERE b.organization_id = current_organization()
    AND NOT (b.memo ILIKE '%shopee%' OR b.memo ILIKE '%shpp%')
$$;
REVOKE ALL ON FUNCTION list_said FROM PUBLIC;

-- Which of these names stand in it, by their number; none where a username stands as one. A name is made into an expression only for a text in
-- which its own likeness was found: one expression of all of them grows beyond what PostgreSQL compiles.
CREATE FUNCTION find_named(p_likes text[], p_words text[], p_keyed text) RETURNS TABLE (place text, record text, nth integer) LANGUAGE sql STABLE AS $$
  WITH near AS MATERIALIZED (
    SELECT s.place, s.record, s.said, s.told, s.searched FROM (SELECT l.*, search_text(coalesce(l.said, l.told::text)) AS searched FROM list_said() l) s
    WHERE s.searched LIKE ANY (p_likes) OR (s.told IS NOT NULL AND s.searched ~ p_keyed))
  SELECT n.place, n.record, NULL FROM near n WHERE n.told IS NOT NULL AND n.searched ~ p_keyed
  UNION SELECT n.place, n.record, w.nth::integer FROM near n JOIN unnest(p_likes, p_words) WITH ORDINALITY w(likes, words, nth) ON n.searched LIKE w.likes
    AND CASE WHEN n.told IS NULL THEN n.searched ~ w.words ELSE names_buyer(n.told, ARRAY[w.likes], w.words, NULL) END
$$;
REVOKE ALL ON FUNCTION find_named FROM PUBLIC;

-- As the one of before, which the build of before calls, with the names one by one (p_likes, p_words), and which of them the buyer chose
-- (p_chosen). One that they chose and that stands in more than 20 records of others may be a word of the trade: by it alone none is changed.
-- Answers how many records of each place therefore name them still.
CREATE FUNCTION erase_buyer(p_orders uuid[], p_likes text[], p_words text[], p_chosen boolean[], p_keyed text, p_actor uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_most constant integer := 20;
  v_codes text[]; v_cases uuid[]; v_tasks uuid[]; v_files uuid[]; v_named text[]; v_left jsonb;
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_orders), 0) = 0 THEN RETURN NULL; END IF;
  INSERT INTO buyer_erasure (organization_id, id, buyer_key, orders, erased_by)
  SELECT v_org, uuid_v7(), (array_agg(o.buyer_key))[1], count(*), p_actor FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
  SELECT coalesce(array_agg(o.external_code), '{}') INTO v_codes FROM orders o
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND o.external_code IS NOT NULL;

  PERFORM forget_buyers(p_orders);
  UPDATE orders o SET buyer_erased_at = now() WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
  PERFORM forget_return_texts(ARRAY(SELECT r.id FROM order_return r WHERE r.organization_id = v_org AND r.order_id = ANY (p_orders)));

  -- Files in which they stand: papers of the cases, labels, sheets that were put in, lists that were taken out.
  v_cases := ARRAY(SELECT k.case_id FROM settlement s JOIN case_order k ON k.organization_id = v_org AND k.settlement_id = s.id
    WHERE s.organization_id = v_org AND s.order_id = ANY (p_orders));
  WITH paper AS (DELETE FROM case_file f WHERE f.organization_id = v_org AND f.case_id = ANY (v_cases) RETURNING f.file_id)
  SELECT coalesce(array_agg(file_id), '{}') INTO v_files FROM paper;
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.kind <> 'invoice' AND (f.id = ANY (v_files)
    OR f.id IN (SELECT k.label_file_id FROM package k WHERE k.organization_id = v_org AND k.order_id = ANY (p_orders))
    OR f.id IN (SELECT d.file_id FROM dispatch_run d WHERE d.organization_id = v_org AND d.input->'orderIds' ?| p_orders::text[])
    OR f.id IN (SELECT i.file_id FROM import i WHERE i.organization_id = v_org AND i.kind IN ('orders', 'sales') AND i.finished_at IS NOT NULL)
    OR f.id IN (SELECT x.file_id FROM export x WHERE x.organization_id = v_org AND x.kind = 'orders'));

  -- What the marketplace said of the orders.
  UPDATE import_row r SET payload = r.payload || '{"buyer": null}' WHERE r.organization_id = v_org AND r.order_code = ANY (v_codes)
    AND jsonb_typeof(r.payload->'buyer') = 'object';
  DELETE FROM platform_answer a WHERE a.organization_id = v_org AND a.subject = ANY (v_codes);
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.platform_text IS NOT NULL AND f.subject = ANY (v_codes);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id = ANY (p_orders);

  -- Whoever else named them.
  WITH found AS MATERIALIZED (SELECT * FROM find_named(p_likes, p_words, p_keyed)),
  common AS (SELECT f.nth FROM found f WHERE p_chosen[f.nth] GROUP BY f.nth HAVING count(*) > v_most),
  named AS (SELECT DISTINCT f.record FROM found f WHERE f.nth IS NULL OR f.nth NOT IN (SELECT c.nth FROM common c)),
  rest AS (SELECT f.place, count(DISTINCT f.record) AS records FROM found f WHERE f.record NOT IN (SELECT n.record FROM named n) GROUP BY f.place)
  SELECT ARRAY(SELECT n.record FROM named n), (SELECT jsonb_object_agg(r.place, r.records) FROM rest r) INTO v_named, v_left;
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.id::text = ANY (v_named);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id::text = ANY (v_named);
  UPDATE dispatch_run d SET problems = '[]' WHERE d.organization_id = v_org AND d.id::text = ANY (v_named);
  DELETE FROM push_inbox b USING shop s WHERE s.organization_id = v_org AND b.platform = s.platform AND b.external_shop_id = s.external_shop_id
    AND b.id::text = ANY (v_named);
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
  DELETE FROM webhook_event e WHERE e.organization_id = v_org AND e.id::text = ANY (v_named);
  DELETE FROM idempotency i WHERE i.organization_id = v_org AND concat_ws(' ', i.route, i.key) = ANY (v_named);
  RETURN v_left;
END $$;
REVOKE ALL ON FUNCTION erase_buyer(uuid[], text[], text[], boolean[], text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_buyer(uuid[], text[], text[], boolean[], text, uuid) TO mascate_app;

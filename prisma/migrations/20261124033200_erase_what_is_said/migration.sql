-- A buyer is looked for as a whole word in what somebody said, never in how it is kept: a name that is also a key of a record, or a part of
-- other words, names nobody. Neither function has a search path of its own, so that it becomes a part of the query that calls it.
CREATE FUNCTION names_buyer(p_text text, p_likes text[], p_words text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN coalesce(search_text(p_text) LIKE ANY (p_likes) AND search_text(p_text) ~ p_words, false);
CREATE FUNCTION names_buyer(p_json jsonb, p_likes text[], p_words text, p_keyed text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN coalesce(search_text(p_json::text) LIKE ANY (p_likes) AND EXISTS (SELECT 1 FROM jsonb_path_query(p_json, 'strict $.**') v
  WHERE jsonb_typeof(v) IN ('string', 'number') AND search_text(v #>> '{}') ~ p_words), false)
  OR coalesce(search_text(p_json::text) ~ p_keyed, false);
REVOKE ALL ON FUNCTION names_buyer(text, text[], text) FROM PUBLIC;
REVOKE ALL ON FUNCTION names_buyer(jsonb, text[], text, text) FROM PUBLIC;

-- The regular expression in which a text stands as it is.
CREATE FUNCTION whole_words(p_names text[]) RETURNS text LANGUAGE sql IMMUTABLE
RETURN (SELECT '(^|[^[:alnum:]])(' || string_agg(regexp_replace(search_text(n), '([^[:alnum:][:space:]])', '\\\1', 'g'), '|') || ')($|[^[:alnum:]])' FROM unnest(p_names) n);

DROP FUNCTION erase_buyer(uuid[], text[], uuid);
-- Forgets the buyer of these orders, which are one person's: at once and in one transaction what the night forgets after its terms, and
-- whatever names them: in a whole word (p_words, which p_likes finds faster), or as the username of a record (p_keyed). Files go with the next night. Amounts, codes and fiscal documents stay.
CREATE FUNCTION erase_buyer(p_orders uuid[], p_likes text[], p_words text, p_keyed text, p_actor uuid) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_erasure constant uuid := uuid_v7();
  v_codes text[]; v_cases uuid[]; v_tasks uuid[]; v_files uuid[];
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_orders), 0) = 0 THEN RETURN NULL; END IF;
  INSERT INTO buyer_erasure (organization_id, id, buyer_key, orders, erased_by)
  SELECT v_org, v_erasure, (array_agg(o.buyer_key))[1], count(*), p_actor FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders);
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
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.platform_text IS NOT NULL
    AND (f.subject = ANY (v_codes) OR names_buyer(f.platform_text, p_likes, p_words));
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL
    AND (a.subject_id = ANY (p_orders) OR names_buyer(a.failure, p_likes, p_words, p_keyed));
  UPDATE dispatch_run d SET problems = '[]' WHERE d.organization_id = v_org AND names_buyer(d.problems, p_likes, p_words, p_keyed);
  DELETE FROM push_inbox b USING shop s WHERE s.organization_id = v_org AND b.platform = s.platform AND b.external_shop_id = s.external_shop_id
    AND names_buyer(b.body, p_likes, p_words, p_keyed);

  -- Whoever else named them.
  WITH said AS (SELECT DISTINCT coalesce(m.question_id, m.id) AS id FROM assistant_message m
    WHERE m.organization_id = v_org AND names_buyer(m.parts, p_likes, p_words, p_keyed))
  DELETE FROM assistant_message m USING said WHERE m.organization_id = v_org AND said.id IN (m.id, m.question_id);
  DELETE FROM assistant_thread t WHERE t.organization_id = v_org AND names_buyer(t.title, p_likes, p_words)
    AND NOT EXISTS (SELECT 1 FROM assistant_message m WHERE m.organization_id = v_org AND m.thread_id = t.id);
  UPDATE assistant_thread t SET title = '…' WHERE t.organization_id = v_org AND names_buyer(t.title, p_likes, p_words);
  DELETE FROM proposal p WHERE p.organization_id = v_org AND (names_buyer(p.input, p_likes, p_words, p_keyed) OR names_buyer(p.diff, p_likes, p_words, p_keyed));
  v_tasks := ARRAY(
    SELECT t.id FROM agent_task t WHERE t.organization_id = v_org AND (names_buyer(concat_ws(' ', t.title, t.question), p_likes, p_words) OR names_buyer(t.report, p_likes, p_words, p_keyed))
    UNION SELECT k.task_id FROM data_pack k WHERE k.organization_id = v_org AND names_buyer(k.content, p_likes, p_words)
    UNION SELECT e.task_id FROM agent_task_event e WHERE e.organization_id = v_org AND (names_buyer(e.text, p_likes, p_words) OR names_buyer(e.payload, p_likes, p_words, p_keyed)));
  v_files := ARRAY(SELECT f.file_id FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks) AND f.file_id IS NOT NULL);
  DELETE FROM agent_task_file f WHERE f.organization_id = v_org AND f.task_id = ANY (v_tasks);
  DELETE FROM agent_task_event e WHERE e.organization_id = v_org AND e.task_id = ANY (v_tasks);
  DELETE FROM data_pack k WHERE k.organization_id = v_org AND k.task_id = ANY (v_tasks);
  DELETE FROM agent_task t WHERE t.organization_id = v_org AND t.id = ANY (v_tasks);
  UPDATE stored_file f SET expires_at = now() WHERE f.organization_id = v_org AND f.id = ANY (v_files);
  UPDATE bank_entry b SET memo = '' WHERE b.organization_id = v_org AND names_buyer(b.memo, p_likes, p_words);
  DELETE FROM webhook_event e WHERE e.organization_id = v_org AND (names_buyer(e.data, p_likes, p_words, p_keyed) OR EXISTS (
    SELECT 1 FROM webhook_delivery d WHERE d.organization_id = v_org AND d.event_id = e.id AND names_buyer(d.said, p_likes, p_words)));
  DELETE FROM idempotency i WHERE i.organization_id = v_org AND names_buyer(i.answer, p_likes, p_words, p_keyed);
  RETURN v_erasure;
END $$;
REVOKE ALL ON FUNCTION erase_buyer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_buyer TO mascate_app;
GRANT EXECUTE ON FUNCTION whole_words TO mascate_app;

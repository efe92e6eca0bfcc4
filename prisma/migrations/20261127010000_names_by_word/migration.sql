-- The pushes of the shops that this company holds by a grant of the marketplace, as a number that is written down at a shop proves nothing:
-- anybody may, and whoever held the shop before leaves it there. What waits is worked off for whoever holds it by then, and what was worked
-- off nobody reads again, so it counts for neither when they came.
CREATE FUNCTION list_held_pushes() RETURNS TABLE (id bigint, body jsonb) LANGUAGE sql STABLE AS $$
  SELECT b.id, b.body FROM shop_claim c JOIN push_inbox b ON b.platform = c.platform AND b.external_shop_id = c.external_shop_id
  WHERE c.holder_id = current_organization()
$$;
REVOKE ALL ON FUNCTION list_held_pushes FROM PUBLIC;

-- What others said in which a buyer may be named: a row for each text, with the record that goes with it. A memo that names the marketplace
-- (namesPlatform in lib/bank/unknown-entries.ts) speaks of its payments. It has no search path of its own, so that it becomes a part of the query.
CREATE OR REPLACE FUNCTION list_said() RETURNS TABLE (place text, record text, said text, told jsonb) LANGUAGE sql STABLE AS $$
  SELECT 'other', f.id::text, f.platform_text, NULL::jsonb FROM sync_failure f WHERE f.organization_id = current_organization()
  UNION ALL SELECT 'other', a.subject_id::text, NULL, a.failure FROM platform_act a WHERE a.organization_id = current_organization() AND a.settled_at IS NOT NULL
  UNION ALL SELECT 'other', d.id::text, NULL, d.problems FROM dispatch_run d WHERE d.organization_id = current_organization()
  UNION ALL SELECT 'other', b.id::text, NULL, b.body FROM list_held_pushes() b
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

-- The words of a text; between two of them in a record may stand a sign that is written by letters (\n). The empty one is in every text.
CREATE FUNCTION list_words(p_searched text, p_is_record boolean) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_split_to_table(' ' || CASE WHEN p_is_record THEN regexp_replace(p_searched, '\\(u[0-9a-f]{4}|.)', ' ', 'g') ELSE p_searched END,
    '[^[:alnum:]]+')
$$;
REVOKE ALL ON FUNCTION list_words FROM PUBLIC;

-- Which of these names stand in it, by their number; none where a username stands as one. Thousands of names are not tried on thousands of
-- texts each: whoever is named by whole words is so by each of them, so a name is looked for only where its rarest word stands. And it is made
-- into an expression only for a text in which its own likeness was found: one expression of all of them grows beyond what PostgreSQL compiles.
CREATE OR REPLACE FUNCTION find_named(p_likes text[], p_words text[], p_keyed text) RETURNS TABLE (place text, record text, nth integer)
LANGUAGE sql STABLE AS $$
  WITH name AS MATERIALIZED (SELECT w.nth::integer AS nth, w.likes, w.words FROM unnest(p_likes, p_words) WITH ORDINALITY w(likes, words, nth)),
  part AS MATERIALIZED (SELECT n.nth, w.word FROM name n, list_words(n.likes, false) w(word)),
  text AS MATERIALIZED (
    SELECT row_number() OVER () AS nth, l.*, search_text(coalesce(l.said, l.told::text)) AS searched FROM list_said() l),
  word AS MATERIALIZED (
    SELECT DISTINCT w.word, t.nth AS text FROM text t, list_words(t.searched, t.told IS NOT NULL) w(word)
    WHERE w.word IN (SELECT p.word FROM part p)),
  spread AS (SELECT w.word, count(*) AS texts FROM word w GROUP BY w.word),
  rarest AS MATERIALIZED (
    SELECT DISTINCT ON (p.nth) p.nth, p.word FROM part p LEFT JOIN spread s ON s.word = p.word ORDER BY p.nth, coalesce(s.texts, 0))
  SELECT t.place, t.record, NULL FROM text t WHERE t.told IS NOT NULL AND t.searched ~ p_keyed
  UNION SELECT t.place, t.record, n.nth FROM rarest r JOIN word w ON w.word = r.word JOIN text t ON t.nth = w.text JOIN name n ON n.nth = r.nth
    WHERE t.searched LIKE n.likes
    AND CASE WHEN t.told IS NULL THEN t.searched ~ n.words ELSE names_buyer(t.told, ARRAY[n.likes], n.words, NULL) END
$$;

-- The expression that finds these usernames where they stand as one in a record, as they are written and folded there.
CREATE FUNCTION keyed_usernames(p_usernames text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '"(buyer_?)?username": ('
    || string_agg(regexp_replace(search_text(to_jsonb(u)::text), '([^[:alnum:][:space:]])', '\\\1', 'g'), '|') || ')' FROM unnest(p_usernames) u
$$;
REVOKE ALL ON FUNCTION keyed_usernames FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keyed_usernames TO mascate_app;

-- Forgets the buyer of these orders, which are one person's, and what names them: by their names one by one (p_likes, p_words), of which they
-- chose some (p_chosen), or by their username as one (p_keyed). One that they chose and that stands in more than 20 records of others may be a
-- word of the trade: by it alone none is changed. Answers how many records of each place therefore name them still.
CREATE OR REPLACE FUNCTION erase_buyer(p_orders uuid[], p_likes text[], p_words text[], p_chosen boolean[], p_keyed text, p_actor uuid) RETURNS jsonb
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

  -- Whoever else named them.
  WITH found AS MATERIALIZED (SELECT * FROM find_named(p_likes, p_words, p_keyed)),
  common AS (SELECT f.nth FROM found f WHERE p_chosen[f.nth] GROUP BY f.nth HAVING count(*) > v_most),
  named AS (SELECT DISTINCT f.record FROM found f WHERE f.nth IS NULL OR f.nth NOT IN (SELECT c.nth FROM common c)),
  rest AS (SELECT f.place, count(DISTINCT f.record) AS records FROM found f WHERE f.record NOT IN (SELECT n.record FROM named n) GROUP BY f.place)
  SELECT ARRAY(SELECT n.record FROM named n), (SELECT jsonb_object_agg(r.place, r.records) FROM rest r) INTO v_named, v_left;
  UPDATE sync_failure f SET platform_text = NULL WHERE f.organization_id = v_org AND f.id::text = ANY (v_named);
  DELETE FROM platform_act a WHERE a.organization_id = v_org AND a.settled_at IS NOT NULL AND a.subject_id::text = ANY (v_named);
  UPDATE dispatch_run d SET problems = '[]' WHERE d.organization_id = v_org AND d.id::text = ANY (v_named);
  DELETE FROM push_inbox b USING list_held_pushes() p WHERE p.id = b.id AND b.id::text = ANY (v_named);
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

-- As the build of before calls it: one expression of all names, and none that may be a word of the trade.
CREATE OR REPLACE FUNCTION erase_buyer(p_orders uuid[], p_likes text[], p_words text, p_keyed text, p_actor uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_many constant integer[] := ARRAY[coalesce(cardinality(p_likes), 0)];
BEGIN
  PERFORM erase_buyer(p_orders, p_likes, array_fill(p_words, v_many), array_fill(false, v_many), p_keyed, p_actor);
  RETURN (SELECT e.id FROM buyer_erasure e WHERE e.organization_id = current_organization() ORDER BY e.erased_at DESC, e.id DESC LIMIT 1);
END $$;

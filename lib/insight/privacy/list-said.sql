-- In SQL by find_named. Texts of others that may name a buyer: a row for each text, with the record that goes with it. A memo that names
-- the marketplace (namesPlatform in lib/money/bank/unknown-entries.ts) speaks of its payments. It has no search path of its own, so that
-- it becomes a part of the query.
CREATE OR REPLACE FUNCTION list_said() RETURNS TABLE (place text, record text, said text, told jsonb)
LANGUAGE sql STABLE AS $$
  SELECT 'other', f.id::text, f.platform_text, NULL::jsonb FROM sync_failure f WHERE f.organization_id = current_organization()
  UNION ALL SELECT 'other', a.subject_id::text, NULL, a.failure FROM platform_act a WHERE a.organization_id = current_organization() AND a.settled_at IS NOT NULL
  UNION ALL SELECT 'other', d.id::text, NULL, d.problems FROM dispatch_run d WHERE d.organization_id = current_organization()
  UNION ALL SELECT 'other', b.id::text, NULL, b.body FROM list_held_webhook_events() b
  UNION ALL SELECT 'other', e.id::text, NULL, e.data FROM outgoing_event e WHERE e.organization_id = current_organization()
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
REVOKE ALL ON FUNCTION list_said FROM PUBLIC, mascate_app, mascate_worker;

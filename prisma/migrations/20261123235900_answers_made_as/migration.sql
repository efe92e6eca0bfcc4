-- The role and the legal entities with which an answer was made; what was said before is taken as made with those of today.
ALTER TABLE assistant_message ADD COLUMN made_as jsonb;
DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT organization_id FROM organization LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    UPDATE assistant_message a SET made_as = jsonb_build_object('role', m.role, 'legalEntityIds', to_jsonb(entities_of(m.organization_id, m.user_id, m.role)))
    FROM assistant_thread t JOIN membership m ON m.organization_id = t.organization_id AND m.user_id = t.user_id
    WHERE a.organization_id = v_org AND t.organization_id = v_org AND t.id = a.thread_id AND a.question_id IS NOT NULL;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

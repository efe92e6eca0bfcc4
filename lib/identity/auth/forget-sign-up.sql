-- Called by lib/worker/tasks/maintenance.ts. Deletes the sign-up that made the current organization where it was not confirmed in seven
-- days: the person with forms and links at once; the organization is due from then on (delete_organization_batch). One with rows beyond
-- those of the sign-up and the nightly jobs, or with a confirmed member, stays. True where it was deleted. A confirmation locks the account
-- first: one of the two comes too late.
CREATE OR REPLACE FUNCTION forget_sign_up() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_term constant timestamptz := now() - interval '7 days';
  v_users uuid[]; t text; v_more boolean;
BEGIN
  PERFORM 1 FROM organization WHERE organization_id = v_org AND created_at < v_term AND deletion_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM membership m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = v_org AND u.verified_at IS NOT NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM app_user WHERE id IN (SELECT user_id FROM membership WHERE organization_id = v_org) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM organization WHERE organization_id = v_org FOR UPDATE;
  SELECT array_agg(user_id) INTO v_users FROM membership WHERE organization_id = v_org;
  IF v_users IS NULL
    OR EXISTS (SELECT 1 FROM app_user WHERE id = ANY (v_users) AND (verified_at IS NOT NULL OR created_at >= v_term))
    OR EXISTS (SELECT 1 FROM registration WHERE user_id = ANY (v_users) AND created_at >= v_term)
    OR EXISTS (SELECT 1 FROM verification WHERE user_id = ANY (v_users) AND used_at IS NULL AND expires_at > now())
    OR EXISTS (SELECT 1 FROM membership WHERE user_id = ANY (v_users) AND organization_id <> v_org)
    OR EXISTS (SELECT 1 FROM audit_event WHERE organization_id = v_org AND event <> 'organization.created')
    OR (SELECT count(*) FROM legal_entity WHERE organization_id = v_org) > 1
    OR (SELECT count(*) FROM channel WHERE organization_id = v_org) > 1
    OR (SELECT count(*) FROM stock_location WHERE organization_id = v_org) > 1
  THEN RETURN false; END IF;
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('organization', 'membership', 'legal_entity', 'channel',
      'stock_location', 'fee_rule', 'fee_part', 'fee_band', 'audit_event', 'audit_chain', 'health_run', 'health_finding', 'notification')
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE organization_id = $1)', t) INTO v_more USING v_org;
    IF v_more THEN RETURN false; END IF;
  END LOOP;
  UPDATE organization SET deletion_at = now() - interval '1 second' WHERE organization_id = v_org;
  DELETE FROM membership WHERE organization_id = v_org;
  DELETE FROM verification WHERE user_id = ANY (v_users);
  DELETE FROM registration WHERE user_id = ANY (v_users);
  DELETE FROM app_user WHERE id = ANY (v_users);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION forget_sign_up FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_sign_up TO mascate_worker;

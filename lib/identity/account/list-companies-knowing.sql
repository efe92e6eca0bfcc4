-- In SQL by erase_account_wholly. The companies that know the person: they belong or belonged to them, or were invited there.
CREATE OR REPLACE FUNCTION list_companies_knowing(p_user uuid, p_email citext) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_org uuid;
BEGIN
  FOR v_org IN SELECT o.organization_id FROM organization o ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    IF EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = v_org AND m.user_id = p_user)
      OR EXISTS (SELECT 1 FROM invitation i WHERE i.organization_id = v_org AND (i.email = p_email OR i.invited_by = p_user))
      OR EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = v_org AND e.subject_kind IN ('member', 'account') AND e.subject_id = p_user::text)
    THEN RETURN NEXT v_org; END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
END $$;
REVOKE ALL ON FUNCTION list_companies_knowing FROM PUBLIC, mascate_app, mascate_worker;

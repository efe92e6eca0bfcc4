-- In SQL by reset_password. Every token that speaks for that person, in whichever company; how many. The tenant of who calls stays what
-- it was.
CREATE OR REPLACE FUNCTION end_access_tokens(p_user uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_before text := current_setting('app.organization_id', true); v_organization uuid; v_ended integer := 0; v_here integer;
BEGIN
  FOR v_organization IN SELECT DISTINCT organization_id FROM access_token WHERE user_id = p_user AND revoked_at IS NULL LOOP
    PERFORM set_config('app.organization_id', v_organization::text, true);
    UPDATE access_token SET revoked_at = now() WHERE organization_id = v_organization AND user_id = p_user AND revoked_at IS NULL;
    GET DIAGNOSTICS v_here = ROW_COUNT;
    v_ended := v_ended + v_here;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
  RETURN v_ended;
END $$;
REVOKE ALL ON FUNCTION end_access_tokens FROM PUBLIC, mascate_app, mascate_worker;

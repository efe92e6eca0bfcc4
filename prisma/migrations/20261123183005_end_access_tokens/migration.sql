-- Every token that speaks for that person, in whichever company; how many. The tenant of who calls stays what it was.
CREATE FUNCTION end_access_tokens(p_user uuid) RETURNS integer
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

-- As before; and what programs were given to act for the account ends with a password that its owner no longer trusts.
CREATE OR REPLACE FUNCTION reset_password(p_hash bytea, p_password_hash text) RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  UPDATE verification v SET used_at = now()
  WHERE v.hash = p_hash AND v.purpose = 'reset' AND v.used_at IS NULL AND v.expires_at > now()
    AND EXISTS (SELECT 1 FROM app_user u WHERE u.id = v.user_id AND u.verified_at IS NOT NULL)
  RETURNING v.user_id INTO v_user;
  IF v_user IS NULL THEN RETURN; END IF;
  PERFORM set_password(v_user, p_password_hash, NULL);
  PERFORM end_access_tokens(v_user);
  RETURN QUERY SELECT v_user;
END $$;

-- As before; and the tokens that go on, which a password does not end.
DROP FUNCTION get_ways_in(uuid);
CREATE FUNCTION get_ways_in(p_user uuid) RETURNS TABLE (google boolean, second_step boolean, recovery_codes integer, access_tokens integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM account a WHERE a.user_id = u.id AND a.provider = 'google'), u.totp_since IS NOT NULL,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL),
    (SELECT count(*)::int FROM access_token t WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > now())
  FROM app_user u WHERE u.id = p_user
$$;

REVOKE ALL ON FUNCTION end_access_tokens, get_ways_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION get_ways_in TO mascate_worker;

CREATE INDEX access_token_living_idx ON access_token (user_id) WHERE revoked_at IS NULL;

-- Called by lib/worker/tasks/purge-leftovers.ts. Deletes the leftovers of signing in and up: sessions that ended (with device and
-- network), links and second steps that passed, forms of sign-up and unconfirmed addresses. Up to p_limit of each; answers how many.
CREATE OR REPLACE FUNCTION forget_sign_ins(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer; v_all integer := 0;
BEGIN
  DELETE FROM session WHERE id = ANY (ARRAY(
    SELECT id FROM session WHERE least(ended_at, expires_at) < now() - interval '90 days' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM verification WHERE hash = ANY (ARRAY(SELECT hash FROM verification WHERE expires_at < now() - interval '30 days' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM waiting_sign_in WHERE hash = ANY (ARRAY(SELECT hash FROM waiting_sign_in WHERE expires_at < now() - interval '1 day' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM registration WHERE id = ANY (ARRAY(SELECT id FROM registration WHERE created_at < now() - interval '30 days' LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  DELETE FROM app_user WHERE id = ANY (ARRAY(
    SELECT u.id FROM app_user u WHERE u.verified_at IS NULL AND u.created_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.user_id = u.id)
      AND NOT EXISTS (SELECT 1 FROM verification v WHERE v.user_id = u.id)
    LIMIT p_limit));
  GET DIAGNOSTICS v_count = ROW_COUNT; v_all := v_all + v_count;
  RETURN v_all;
END $$;
REVOKE ALL ON FUNCTION forget_sign_ins FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_sign_ins TO mascate_worker;

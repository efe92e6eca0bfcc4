-- Worked off, as before; and what nobody ever took: after a month the polling has told it all.
CREATE OR REPLACE FUNCTION forget_pushes(p_before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM push_inbox WHERE received_at < p_before AND (state <> 'waiting' OR received_at < now() - interval '30 days');
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION forget_pushes FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_pushes TO mascate_worker;

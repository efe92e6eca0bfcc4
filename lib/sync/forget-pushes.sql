-- Deletes pushes that were worked off before a moment, and those that nobody took for a month. The build before calls it;
-- forget_push_batch does the same in parts.
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

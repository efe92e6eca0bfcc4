-- Called by lib/identity/auth/renew-session.ts. Renews a session that is due, once; true also for who comes with the former secret while that still
-- counts, since they are given the same new one. The former one counts five minutes, and half a minute more once the new one has been shown
-- (see get_session_member).
CREATE OR REPLACE FUNCTION renew_due_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session SET hash = p_new, former_hash = p_hash, former_until = now() + interval '5 minutes', renewal_due = false
  WHERE hash = p_hash AND renewal_due AND ended_at IS NULL;
  IF FOUND THEN RETURN true; END IF;
  RETURN EXISTS (SELECT 1 FROM session WHERE hash = p_new AND former_hash = p_hash AND former_until > now() AND ended_at IS NULL);
END $$;
REVOKE ALL ON FUNCTION renew_due_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION renew_due_session TO mascate_app;

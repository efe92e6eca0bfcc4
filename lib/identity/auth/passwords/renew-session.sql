-- Called by lib/identity/auth/passwords/change-password.ts. Gives the session a new secret, also to a caller who still has the former one while
-- that counts; a copy of the old cookie then opens nothing. After a new password the former secret does not count.
CREATE OR REPLACE FUNCTION renew_session(p_hash bytea, p_new bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH renewed AS (
    UPDATE session SET hash = p_new, former_hash = NULL, former_until = NULL, renewal_due = false
    WHERE (hash = p_hash OR former_hash = p_hash AND former_until > now()) AND ended_at IS NULL RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM renewed)
$$;
REVOKE ALL ON FUNCTION renew_session FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION renew_session TO mascate_app;

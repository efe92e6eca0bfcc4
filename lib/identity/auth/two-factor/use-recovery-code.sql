-- Called by lib/identity/auth/two-factor/spend-code.ts. Uses a recovery code once; true the first time.
CREATE OR REPLACE FUNCTION use_recovery_code(p_user uuid, p_hash bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (UPDATE recovery_code SET used_at = now() WHERE user_id = p_user AND hash = p_hash AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM used)
$$;
REVOKE ALL ON FUNCTION use_recovery_code FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION use_recovery_code TO mascate_app;

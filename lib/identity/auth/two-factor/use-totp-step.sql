-- Called by lib/identity/auth/two-factor/spend-code.ts. Each code opens once: true for the first use of its step.
CREATE OR REPLACE FUNCTION use_totp_step(p_user uuid, p_step bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (
    UPDATE app_user SET totp_step = p_step WHERE id = p_user AND totp_since IS NOT NULL AND (totp_step IS NULL OR totp_step < p_step) RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM used)
$$;
REVOKE ALL ON FUNCTION use_totp_step FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION use_totp_step TO mascate_app;

-- CreateTable
CREATE TABLE "waiting_sign_in" (
    "hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "how" TEXT NOT NULL,
    "subject" TEXT,
    "email" CITEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "waiting_sign_in_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "waiting_sign_in_user_id_idx" ON "waiting_sign_in"("user_id");

REVOKE ALL ON waiting_sign_in FROM PUBLIC;

-- The first factor was shown, the second is owed. What the person left behind before goes.
CREATE FUNCTION start_waiting_sign_in(p_hash bytea, p_user uuid, p_how text, p_subject text, p_email citext, p_expires timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM waiting_sign_in WHERE user_id = p_user AND (used_at IS NOT NULL OR expires_at <= now());
  INSERT INTO waiting_sign_in (hash, user_id, how, subject, email, expires_at) VALUES (p_hash, p_user, p_how, p_subject, p_email, p_expires)
$$;

CREATE FUNCTION get_waiting_sign_in(p_hash bytea) RETURNS TABLE (user_id uuid, how text, subject text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.user_id, w.how, w.subject, w.email::text FROM waiting_sign_in w WHERE w.hash = p_hash AND w.used_at IS NULL AND w.expires_at > now()
$$;

-- True once. The account first, as whatever ends its waiting sign-ins holds it first: neither waits for the other in a ring.
CREATE FUNCTION use_waiting_sign_in(p_hash bytea, p_user uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = p_user FOR UPDATE;
  UPDATE waiting_sign_in SET used_at = now() WHERE hash = p_hash AND user_id = p_user AND used_at IS NULL AND expires_at > now();
  RETURN FOUND;
END $$;

-- As before; and a sign-in that waits for its second step ends with the password that began it. reset_password goes through here.
CREATE OR REPLACE FUNCTION set_password(p_user uuid, p_password_hash text, p_keep uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET password_hash = p_password_hash WHERE id = p_user AND verified_at IS NOT NULL;
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose IN ('reset', 'change_email') AND used_at IS NULL;
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL;
  UPDATE session SET ended_at = now() WHERE user_id = p_user AND ended_at IS NULL AND id IS DISTINCT FROM p_keep
$$;

-- Both as before; and what waits for a second step does not outlast it.
CREATE OR REPLACE FUNCTION confirm_totp(p_user uuid, p_secret text, p_step bigint, p_hashes bytea[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE app_user SET totp_since = now(), totp_step = p_step WHERE id = p_user AND totp_secret = p_secret AND totp_since IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM replace_recovery_codes(p_user, p_hashes);
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION disable_totp(p_user uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET totp_secret = NULL, totp_since = NULL, totp_step = NULL WHERE id = p_user;
  DELETE FROM recovery_code WHERE user_id = p_user;
  UPDATE waiting_sign_in SET used_at = now() WHERE user_id = p_user AND used_at IS NULL
$$;

REVOKE ALL ON FUNCTION start_waiting_sign_in, get_waiting_sign_in, use_waiting_sign_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_waiting_sign_in, get_waiting_sign_in, use_waiting_sign_in TO mascate_app;

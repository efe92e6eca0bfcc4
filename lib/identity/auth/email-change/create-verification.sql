-- Called by lib/identity/auth/email-change/email-link.ts, lib/identity/auth/passwords/reset-link.ts. Adds a link of one purpose to an account; the earlier
-- ones of that purpose end.
CREATE OR REPLACE FUNCTION create_verification(
  p_hash bytea, p_user uuid, p_purpose "VerificationPurpose", p_new_email citext, p_expires timestamptz
)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = p_purpose AND used_at IS NULL;
  INSERT INTO verification (hash, user_id, purpose, new_email, expires_at) VALUES (p_hash, p_user, p_purpose, p_new_email, p_expires)
$$;
REVOKE ALL ON FUNCTION create_verification FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_verification TO mascate_app, mascate_worker;

-- Called by lib/insight/notifications/address-email.ts. The ways into an account besides its password, for a mail: whether they exist,
-- without any secret.
CREATE OR REPLACE FUNCTION get_ways_in(p_user uuid)
RETURNS TABLE (google boolean, second_step boolean, recovery_codes integer, access_tokens integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM account a WHERE a.user_id = u.id AND a.provider = 'google'), u.totp_since IS NOT NULL,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL),
    (SELECT count(*)::int FROM access_token t WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > now())
  FROM app_user u WHERE u.id = p_user
$$;
REVOKE ALL ON FUNCTION get_ways_in FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_ways_in TO mascate_worker;

-- Who resets a password has proven one mailbox: an identity of another address may be a stranger's, linked to stay. Answers what went.
CREATE FUNCTION drop_foreign_identities(p_user uuid) RETURNS TABLE (email text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM account a USING app_user u WHERE u.id = p_user AND a.user_id = u.id AND a.email <> u.email RETURNING a.email::text
$$;

-- What opens an account besides its password, for a letter to say: whether, and nothing of the secrets.
CREATE FUNCTION get_ways_in(p_user uuid) RETURNS TABLE (google boolean, second_step boolean, recovery_codes integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM account a WHERE a.user_id = u.id AND a.provider = 'google'), u.totp_since IS NOT NULL,
    (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL)
  FROM app_user u WHERE u.id = p_user
$$;

REVOKE ALL ON FUNCTION drop_foreign_identities, get_ways_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_foreign_identities TO mascate_app;
GRANT EXECUTE ON FUNCTION get_ways_in TO mascate_worker;

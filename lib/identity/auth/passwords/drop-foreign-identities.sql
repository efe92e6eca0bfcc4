-- Called by lib/identity/auth/passwords/reset-password.ts. A password reset proves one mailbox: an identity of another address may be a
-- stranger's, linked to stay. Answers the removed ones.
CREATE OR REPLACE FUNCTION drop_foreign_identities(p_user uuid) RETURNS TABLE (email text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM account a USING app_user u WHERE u.id = p_user AND a.user_id = u.id AND a.email <> u.email RETURNING a.email::text
$$;
REVOKE ALL ON FUNCTION drop_foreign_identities FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION drop_foreign_identities TO mascate_app;

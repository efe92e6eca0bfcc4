-- Called by lib/identity/account/set-avatar.ts, lib/identity/auth/google/keep-picture.ts. One picture a person; a NULL image removes it. Locks the person, so
-- that of two pictures at once the later one takes the earlier one's place.
CREATE OR REPLACE FUNCTION set_avatar(p_user uuid, p_id uuid, p_image bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT FROM app_user WHERE id = p_user FOR UPDATE;
  DELETE FROM avatar WHERE user_id = p_user;
  INSERT INTO avatar (id, user_id, image) SELECT p_id, p_user, p_image WHERE p_image IS NOT NULL;
  UPDATE app_user SET avatar_id = CASE WHEN p_image IS NULL THEN NULL ELSE p_id END WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION set_avatar FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_avatar TO mascate_app;

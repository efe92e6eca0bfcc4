-- Called by lib/identity/account/set-display-name.ts. Sets a person's name.
CREATE OR REPLACE FUNCTION set_display_name(p_user uuid, p_display_name text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET display_name = p_display_name WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION set_display_name FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_display_name TO mascate_app;

-- Called by lib/identity/auth/preferences.ts. Sets a person's language and theme; what is NULL stays.
CREATE OR REPLACE FUNCTION set_user_preferences(p_user uuid, p_language text, p_theme text, p_color_scheme text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET language = coalesce(p_language, language), language_chosen = language_chosen OR p_language IS NOT NULL,
    theme = coalesce(p_theme, theme), color_scheme = coalesce(p_color_scheme, color_scheme)
  WHERE id = p_user
$$;
REVOKE ALL ON FUNCTION set_user_preferences FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_user_preferences TO mascate_app;

-- Called by lib/identity/account/set-avatar.ts. A picture as its owner or who shares an organization with them may see it.
CREATE OR REPLACE FUNCTION get_avatar(p_viewer uuid, p_id uuid) RETURNS TABLE (image bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.image FROM avatar a WHERE a.id = p_id AND (a.user_id = p_viewer OR EXISTS (
    SELECT 1 FROM membership mine JOIN membership theirs ON theirs.organization_id = mine.organization_id
    WHERE mine.user_id = p_viewer AND theirs.user_id = a.user_id))
$$;
REVOKE ALL ON FUNCTION get_avatar FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_avatar TO mascate_app;

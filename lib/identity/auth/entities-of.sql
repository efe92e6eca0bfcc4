-- In SQL by get_page_member, get_token_member, get_member_scope, get_session_member. NULL for who reads the whole company: every role but
-- an accountant, and an accountant of all its legal entities.
CREATE OR REPLACE FUNCTION entities_of(p_organization uuid, p_user uuid, p_role "Role") RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN p_role <> 'accountant' OR NOT EXISTS (
      SELECT 1 FROM legal_entity e WHERE e.organization_id = p_organization AND NOT EXISTS (
        SELECT 1 FROM membership_entity m WHERE m.organization_id = p_organization AND m.user_id = p_user AND m.legal_entity_id = e.id))
    THEN NULL
    ELSE ARRAY(SELECT legal_entity_id FROM membership_entity WHERE organization_id = p_organization AND user_id = p_user ORDER BY 1) END
$$;
REVOKE ALL ON FUNCTION entities_of FROM PUBLIC, mascate_app, mascate_worker;

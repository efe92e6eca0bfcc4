-- As the build before calls erase_account_wholly: it knows nothing of grants.
CREATE OR REPLACE FUNCTION erase_account(p_user uuid, p_by "ActorKind") RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_is_there constant boolean := EXISTS (SELECT FROM app_user WHERE id = p_user);
BEGIN
  PERFORM erase_account_wholly(p_user, p_by);
  RETURN v_is_there;
END $$;
REVOKE ALL ON FUNCTION erase_account FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION erase_account TO mascate_app;

-- Called by lib/identity/account/erase-account.ts. Removes a person from every company and erases their account and address everywhere: one
-- transaction, with an entry in the audit log of each company they belonged to, which keeps the reference and no name. Companies first, as
-- all who change people do. The only owner of a company is refused by keep_an_owner. Answers the grants of their Google Drive, encrypted,
-- which are no longer stored here.
CREATE OR REPLACE FUNCTION erase_account_wholly(p_user uuid, p_by "ActorKind") RETURNS TABLE (organization_id uuid, refresh_token text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_email citext; v_org uuid; v_role "Role"; v_tokens integer; v_grant text;
  v_actor constant uuid := CASE WHEN p_by = 'person' THEN p_user END;
BEGIN
  SELECT u.email INTO v_email FROM app_user u WHERE u.id = p_user;
  FOR v_org IN SELECT list_companies_knowing(p_user, v_email) LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM 1 FROM organization o WHERE o.organization_id = v_org FOR NO KEY UPDATE;
  END LOOP;
  SELECT u.email INTO v_email FROM app_user u WHERE u.id = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  FOR v_org IN SELECT list_companies_knowing(p_user, v_email) LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM 1 FROM organization o WHERE o.organization_id = v_org FOR NO KEY UPDATE;
    v_role := NULL;
    DELETE FROM membership m WHERE m.organization_id = v_org AND m.user_id = p_user RETURNING m.role INTO v_role;
    WITH ended AS (
      UPDATE invitation i SET revoked_at = now() WHERE i.organization_id = v_org AND i.accepted_at IS NULL AND i.revoked_at IS NULL
        AND (i.invited_by = p_user OR i.email = v_email) RETURNING i.id, i.role)
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before)
    SELECT v_org, uuid_v7(), p_by, v_actor, 'invitation.revoked', 'invitation', e.id, jsonb_build_object('role', e.role) FROM ended e;
    DELETE FROM invitation i WHERE i.organization_id = v_org AND i.email = v_email;
    DELETE FROM drive_connection c WHERE c.organization_id = v_org AND c.connected_by = p_user RETURNING c.refresh_token INTO v_grant;
    IF FOUND THEN
      INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id)
      VALUES (v_org, uuid_v7(), p_by, v_actor, 'drive.disconnected', 'drive', v_org::text);
      organization_id := v_org; refresh_token := v_grant;
      RETURN NEXT;
    END IF;
    DELETE FROM access_token a WHERE a.organization_id = v_org AND a.user_id = p_user;
    GET DIAGNOSTICS v_tokens = ROW_COUNT;
    DELETE FROM saved_view_default s WHERE s.organization_id = v_org AND s.user_id = p_user;
    DELETE FROM saved_view s WHERE s.organization_id = v_org AND s.user_id = p_user AND NOT s.shared;
    -- Notices to others that they had joined name them.
    DELETE FROM notification n WHERE n.organization_id = v_org AND (n.user_id = p_user OR n.kind = 'memberJoined' AND starts_with(n.key, p_user || ':'));
    DELETE FROM notification_preference n WHERE n.organization_id = v_org AND n.user_id = p_user;
    DELETE FROM assistant_thread h WHERE h.organization_id = v_org AND h.user_id = p_user;
    DELETE FROM assistant_usage u WHERE u.organization_id = v_org AND u.user_id = p_user;
    DELETE FROM proposal p WHERE p.organization_id = v_org AND p.made_for = p_user;
    DELETE FROM idempotency i WHERE i.organization_id = v_org AND i.user_id = p_user;
    DELETE FROM shop_authorization a WHERE a.organization_id = v_org AND a.user_id = p_user;
    CONTINUE WHEN v_role IS NULL;
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before)
    VALUES (v_org, uuid_v7(), p_by, v_actor, 'account.erased', 'account', p_user::text,
      jsonb_strip_nulls(jsonb_build_object('role', v_role, 'tokens', nullif(v_tokens, 0))));
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
  DELETE FROM session WHERE user_id = p_user;
  DELETE FROM verification WHERE user_id = p_user;
  DELETE FROM waiting_sign_in WHERE user_id = p_user;
  DELETE FROM registration WHERE user_id = p_user;
  DELETE FROM recovery_code WHERE user_id = p_user;
  DELETE FROM account WHERE user_id = p_user;
  DELETE FROM avatar WHERE user_id = p_user;
  DELETE FROM app_user WHERE id = p_user;
END $$;
REVOKE ALL ON FUNCTION erase_account_wholly FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION erase_account_wholly TO mascate_app;

-- The companies of which the person is the only owner.
CREATE FUNCTION list_sole_ownerships(p_user uuid) RETURNS TABLE (name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.name FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user AND m.role = 'owner' AND (o.deletion_at IS NULL OR o.deletion_at > now()) AND NOT EXISTS (
    SELECT 1 FROM membership other WHERE other.organization_id = m.organization_id AND other.role = 'owner' AND other.user_id <> p_user)
  ORDER BY o.name
$$;

-- Takes a person out of every company and forgets their account: one transaction, with a line in each company's trail, which keeps the
-- reference and no name. The only owner of a company is refused by keep_an_owner. False where there is no such account.
CREATE FUNCTION erase_account(p_user uuid, p_by "ActorKind") RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_email citext; v_org uuid; v_role "Role"; v_tokens integer;
  v_actor constant uuid := CASE WHEN p_by = 'person' THEN p_user END;
BEGIN
  SELECT email INTO v_email FROM app_user WHERE id = p_user FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR v_org IN SELECT organization_id FROM membership WHERE user_id = p_user ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM 1 FROM organization WHERE organization_id = v_org FOR NO KEY UPDATE;
    DELETE FROM membership WHERE organization_id = v_org AND user_id = p_user RETURNING role INTO v_role;
    WITH ended AS (
      UPDATE invitation SET revoked_at = now() WHERE organization_id = v_org AND accepted_at IS NULL AND revoked_at IS NULL
        AND (invited_by = p_user OR email = v_email) RETURNING id, role)
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before)
    SELECT v_org, uuid_v7(), p_by, v_actor, 'invitation.revoked', 'invitation', id, jsonb_build_object('role', role) FROM ended;
    DELETE FROM access_token WHERE organization_id = v_org AND user_id = p_user;
    GET DIAGNOSTICS v_tokens = ROW_COUNT;
    DELETE FROM saved_view_default WHERE organization_id = v_org AND user_id = p_user;
    DELETE FROM saved_view WHERE organization_id = v_org AND user_id = p_user AND NOT shared;
    DELETE FROM notification WHERE organization_id = v_org AND user_id = p_user;
    DELETE FROM notification_preference WHERE organization_id = v_org AND user_id = p_user;
    DELETE FROM assistant_thread WHERE organization_id = v_org AND user_id = p_user;
    DELETE FROM assistant_usage WHERE organization_id = v_org AND user_id = p_user;
    DELETE FROM proposal WHERE organization_id = v_org AND made_for = p_user;
    DELETE FROM idempotency WHERE organization_id = v_org AND user_id = p_user;
    DELETE FROM shop_authorization WHERE organization_id = v_org AND user_id = p_user;
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
  RETURN true;
END $$;

-- All that is held of a person, as they are given it.
CREATE FUNCTION get_account_data(p_user uuid) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_org uuid; v_companies jsonb := '[]'; v_account jsonb;
BEGIN
  FOR v_org IN SELECT organization_id FROM membership WHERE user_id = p_user ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    v_companies := v_companies || jsonb_build_array((
      SELECT jsonb_build_object('name', o.name, 'role', m.role, 'since', m.created_at,
        'accessTokens', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'scope', t.scope, 'createdAt', t.created_at, 'lastUsedAt', t.last_used_at) ORDER BY t.created_at), '[]')
          FROM access_token t WHERE t.organization_id = v_org AND t.user_id = p_user),
        'savedViews', (SELECT coalesce(jsonb_agg(jsonb_build_object('list', s.list, 'name', s.name, 'query', s.query) ORDER BY s.created_at), '[]')
          FROM saved_view s WHERE s.organization_id = v_org AND s.user_id = p_user),
        'notificationChoices', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'inProduct', p.in_product, 'byMail', p.by_mail) ORDER BY p.kind), '[]')
          FROM notification_preference p WHERE p.organization_id = v_org AND p.user_id = p_user),
        'notifications', (SELECT count(*) FROM notification n WHERE n.organization_id = v_org AND n.user_id = p_user),
        'conversations', (SELECT coalesce(jsonb_agg(jsonb_build_object('title', h.title, 'startedAt', h.created_at, 'questions', (
            SELECT coalesce(jsonb_agg(q.parts #>> '{0,text}' ORDER BY q.created_at), '[]') FROM assistant_message q
            WHERE q.organization_id = v_org AND q.thread_id = h.id AND q.question_id IS NULL)) ORDER BY h.created_at), '[]')
          FROM assistant_thread h WHERE h.organization_id = v_org AND h.user_id = p_user),
        'entriesInTheTrail', (SELECT count(*) FROM audit_event e WHERE e.organization_id = v_org AND e.actor_id = p_user))
      FROM membership m JOIN organization o ON o.organization_id = m.organization_id WHERE m.organization_id = v_org AND m.user_id = p_user));
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
  SELECT jsonb_build_object('email', u.email, 'displayName', u.display_name, 'createdAt', u.created_at, 'confirmedAt', u.verified_at, 'language', u.language,
    'theme', u.theme, 'colorScheme', u.color_scheme, 'hasPassword', u.password_hash IS NOT NULL, 'secondStepSince', u.totp_since,
    'photo', (SELECT encode(a.image, 'base64') FROM avatar a WHERE a.user_id = p_user),
    'google', (SELECT jsonb_build_object('email', g.email, 'since', g.created_at) FROM account g WHERE g.user_id = p_user AND g.provider = 'google'),
    'sessions', (SELECT coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'network', s.network, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at,
        'endedAt', s.ended_at) ORDER BY s.created_at), '[]') FROM session s WHERE s.user_id = p_user))
  INTO v_account FROM app_user u WHERE u.id = p_user;
  RETURN jsonb_build_object('account', v_account, 'companies', v_companies);
END $$;
REVOKE ALL ON FUNCTION list_sole_ownerships, erase_account, get_account_data FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_sole_ownerships, erase_account, get_account_data TO mascate_app;

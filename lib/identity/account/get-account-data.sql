-- Called by lib/identity/account/account-data.ts. All that is held of a person, as they are given it.
CREATE OR REPLACE FUNCTION get_account_data(p_user uuid) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
        'notifications', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'toldAt', n.created_at, 'readAt', n.read_at, 'said', n.data - 'sight') ORDER BY n.created_at), '[]')
          FROM notification n WHERE n.organization_id = v_org AND n.user_id = p_user),
        'drafts', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'state', d.state, 'proposed', d.input, 'madeAt', d.created_at, 'decidedAt', d.decided_at) ORDER BY d.created_at), '[]')
          FROM proposal d WHERE d.organization_id = v_org AND d.made_for = p_user),
        -- Whom they invited is those people's own affair.
        'invitationsSent', (SELECT coalesce(jsonb_agg(jsonb_build_object('role', i.role, 'sentAt', i.created_at, 'acceptedAt', i.accepted_at) ORDER BY i.created_at), '[]')
          FROM invitation i WHERE i.organization_id = v_org AND i.invited_by = p_user),
        'googleDrive', (SELECT jsonb_build_object('email', g.account_email, 'since', g.connected_at) FROM drive_connection g
          WHERE g.organization_id = v_org AND g.connected_by = p_user),
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
    'invitations', (SELECT coalesce(jsonb_agg(jsonb_build_object('company', o.name, 'role', i.role, 'sentAt', i.created_at, 'acceptedAt', i.accepted_at,
        'revokedAt', i.revoked_at) ORDER BY i.created_at), '[]')
      FROM invitation i JOIN organization o ON o.organization_id = i.organization_id WHERE i.email = u.email),
    'sessions', (SELECT coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'network', s.network, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at,
        'endedAt', s.ended_at) ORDER BY s.created_at), '[]') FROM session s WHERE s.user_id = p_user))
  INTO v_account FROM app_user u WHERE u.id = p_user;
  RETURN jsonb_build_object('account', v_account, 'companies', v_companies);
END $$;
REVOKE ALL ON FUNCTION get_account_data FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_account_data TO mascate_app;

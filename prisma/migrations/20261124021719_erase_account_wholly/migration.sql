-- What a person has is written only while their account is there: it waits for an erasure under way, and is refused after it.
CREATE FUNCTION require_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO v_user USING NEW;
  PERFORM 1 FROM app_user WHERE id = v_user FOR KEY SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'account_erased'; END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION require_account FROM PUBLIC;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['account', 'avatar', 'session', 'verification', 'waiting_sign_in', 'registration', 'recovery_code', 'membership', 'access_token', 'saved_view', 'saved_view_default', 'notification', 'notification_preference', 'assistant_thread', 'assistant_usage', 'shop_authorization'] LOOP
    EXECUTE format('CREATE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON %I FOR EACH ROW EXECUTE FUNCTION require_account(''user_id'')', t);
  END LOOP;
END $$;
CREATE TRIGGER require_account BEFORE INSERT OR UPDATE OF made_for ON proposal FOR EACH ROW EXECUTE FUNCTION require_account('made_for');
CREATE TRIGGER require_account BEFORE INSERT OR UPDATE OF connected_by ON drive_connection FOR EACH ROW EXECUTE FUNCTION require_account('connected_by');

-- The companies that know the person: they belong or belonged to them, or were invited there.
CREATE FUNCTION list_companies_knowing(p_user uuid, p_email citext) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before constant text := current_setting('app.organization_id', true);
  v_org uuid;
BEGIN
  FOR v_org IN SELECT o.organization_id FROM organization o ORDER BY 1 LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    IF EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = v_org AND m.user_id = p_user)
      OR EXISTS (SELECT 1 FROM invitation i WHERE i.organization_id = v_org AND (i.email = p_email OR i.invited_by = p_user))
      OR EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = v_org AND e.subject_kind IN ('member', 'account') AND e.subject_id = p_user::text)
    THEN RETURN NEXT v_org; END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
END $$;
REVOKE ALL ON FUNCTION list_companies_knowing FROM PUBLIC;

-- Takes a person out of every company and forgets their account and address wherever they stand: one transaction, with a line in the trail of each
-- company they belonged to, which keeps the reference and no name. Companies first, as all who change people do. The only owner of a company is
-- refused by keep_an_owner. Answers the grants of their Google Drive, sealed, which nobody here knows any more.
CREATE FUNCTION erase_account_wholly(p_user uuid, p_by "ActorKind") RETURNS TABLE (organization_id uuid, refresh_token text)
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
    -- What told others that they had joined names them.
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
REVOKE ALL ON FUNCTION erase_account_wholly FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_account_wholly TO mascate_app;

-- As the build before calls it: of grants it knows nothing.
CREATE OR REPLACE FUNCTION erase_account(p_user uuid, p_by "ActorKind") RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_is_there constant boolean := EXISTS (SELECT FROM app_user WHERE id = p_user);
BEGIN
  PERFORM erase_account_wholly(p_user, p_by);
  RETURN v_is_there;
END $$;

CREATE OR REPLACE FUNCTION get_account_data(p_user uuid) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

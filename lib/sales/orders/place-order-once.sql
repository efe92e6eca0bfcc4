-- Called by lib/sales/orders/place-order.ts. place_order with all that belongs to its transaction in one statement, as writeOnce and
-- recordAudit do it: the key of the call (p_request, null without one), the audit log's row and the stored answer. The sold stock is locked
-- near its end and set free by its commit, with no round trip between. Raises P0001 key_reused, prices_changed (the total is not p_seen)
-- and what place_order raises.
CREATE OR REPLACE FUNCTION place_order_once(p jsonb, p_request jsonb, p_seen bigint, p_trail jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_user uuid := (p->>'actorId')::uuid;
  v_hash bytea := decode(p_request->>'bodyHash', 'hex');
  v_first record;
  v_placed jsonb;
BEGIN
  IF p_request IS NOT NULL THEN
    INSERT INTO idempotency (organization_id, route, key, user_id, body_hash, expires_at)
    VALUES (v_org, p_request->>'route', p_request->>'key', v_user, v_hash, now() + make_interval(hours => (p_request->>'hours')::int))
    ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      SELECT i.answer, i.user_id IS NOT DISTINCT FROM v_user AND i.body_hash = v_hash AS is_repeat INTO v_first FROM idempotency i
      WHERE i.organization_id = v_org AND i.route = p_request->>'route' AND i.key = p_request->>'key';
      IF v_first.is_repeat IS NOT TRUE THEN RAISE EXCEPTION 'key_reused' USING errcode = 'P0001'; END IF;
      RETURN v_first.answer;
    END IF;
  END IF;

  v_placed := place_order(p);
  IF v_placed->>'totalCents' <> p_seen::text THEN RAISE EXCEPTION 'prices_changed' USING errcode = 'P0001'; END IF;
  INSERT INTO audit_event (organization_id, id, at, actor_kind, actor_id, session_id, token_id, event, subject_kind, subject_id, after)
  SELECT v_org, x.id, coalesce(x.at, now()), x.kind, v_user, x.session, x.token, 'order.placed', 'order', p->>'id',
    x.after || jsonb_build_object('totalCents', v_placed->>'totalCents')
  FROM jsonb_to_record(p_trail) AS x(id uuid, at timestamptz, kind "ActorKind", session uuid, token uuid, after jsonb);
  UPDATE idempotency SET answer = v_placed
  WHERE organization_id = v_org AND route = p_request->>'route' AND key = p_request->>'key';
  RETURN v_placed;
END $$;
REVOKE ALL ON FUNCTION place_order_once FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION place_order_once TO mascate_app;

-- An entry of the trail stands once among those of its kind of actor, people's too, and no longer among all of them as well: all are read as
-- these five together. Each index more is rewritten when an entry is made and again when it is sealed.
CREATE INDEX audit_event_by_person ON audit_event (organization_id, at, id) WHERE actor_kind = 'person';
DROP INDEX audit_event_organization_id_at_id_idx;

-- Whether anybody is told of this kind of thing: all that is paid for what nobody asked to hear of.
CREATE FUNCTION has_webhooks(p_kind text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT EXISTS (SELECT 1 FROM webhook_endpoint e
    WHERE e.organization_id = current_organization() AND e.state = 'active' AND p_kind = ANY (e.kinds))
$$;

CREATE OR REPLACE FUNCTION tell_orders() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks(CASE TG_OP WHEN 'INSERT' THEN 'order.created' ELSE 'order.updated' END) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'order.created', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n;
  ELSE
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'order.updated', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE order_said(o.*) <> order_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_stock() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks('stock.changed') THEN RETURN NULL; END IF;
  PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'stock.changed', 'subject', 'stock ' || n.product_id || ' ' || n.location_id,
    'place', n.id, 'data', jsonb_build_object('productId', n.product_id, 'locationId', n.location_id, 'cause', n.kind,
      'onHand', n.on_hand_after, 'reserved', n.reserved_after))))
  FROM after n;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_payouts() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks('payout.changed') THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n WHERE n.released_cents IS NOT NULL;
  ELSE
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE payout_said(o.*) <> payout_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_cases() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks(CASE TG_OP WHEN 'INSERT' THEN 'case.opened' ELSE 'case.changed' END) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'case.opened', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n;
  ELSE
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'case.changed', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE case_said(o.*) <> case_said(n.*);
  END IF;
  RETURN NULL;
END $$;

DROP FUNCTION has_webhooks();

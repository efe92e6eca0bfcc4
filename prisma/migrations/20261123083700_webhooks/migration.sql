-- What a company's other programs are told of by themselves: addresses, what happened, and each telling of it.
CREATE TYPE "WebhookState" AS ENUM ('active', 'paused', 'disabled');
CREATE TYPE "DeliveryState" AS ENUM ('waiting', 'delivered', 'failed');

CREATE TABLE "webhook_endpoint" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "kinds" TEXT[] NOT NULL,
    "state" "WebhookState" NOT NULL DEFAULT 'active',
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "rests_until" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE TABLE "webhook_event" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    -- What it is about, and the transaction that changed it: of one change there is one event, with what it came to.
    "subject" TEXT NOT NULL,
    "change" BIGINT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("organization_id","id")
);
CREATE UNIQUE INDEX "webhook_event_organization_id_subject_change_key" ON "webhook_event"("organization_id", "subject", "change");
CREATE INDEX "webhook_event_organization_id_created_at_idx" ON "webhook_event"("organization_id", "created_at");
CREATE TABLE "webhook_delivery" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "state" "DeliveryState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tried_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "problem" TEXT,
    "said" TEXT,
    "took_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("organization_id","id"),
    CONSTRAINT "webhook_delivery_organization_id_endpoint_id_fkey" FOREIGN KEY ("organization_id","endpoint_id")
      REFERENCES "webhook_endpoint"("organization_id","id") ON DELETE CASCADE ON UPDATE RESTRICT,
    CONSTRAINT "webhook_delivery_organization_id_event_id_fkey" FOREIGN KEY ("organization_id","event_id")
      REFERENCES "webhook_event"("organization_id","id") ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "webhook_delivery_organization_id_event_id_endpoint_id_key" ON "webhook_delivery"("organization_id", "event_id", "endpoint_id");
CREATE INDEX "webhook_delivery_organization_id_endpoint_id_created_at_id_idx"
  ON "webhook_delivery"("organization_id", "endpoint_id", "created_at" DESC, "id" DESC);
CREATE INDEX webhook_delivery_due ON webhook_delivery (organization_id, endpoint_id, due_at) WHERE state = 'waiting';

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['webhook_endpoint', 'webhook_event', 'webhook_delivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
  END LOOP;
END $$;
CREATE POLICY directory ON webhook_endpoint FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY directory ON webhook_delivery FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoint TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON webhook_event TO mascate_app;
GRANT SELECT, INSERT, UPDATE ON webhook_delivery TO mascate_app;
GRANT SELECT, UPDATE, DELETE ON webhook_endpoint TO mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_event TO mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO mascate_worker;

-- Keeps what happened for the addresses that asked for it, in the transaction of the change. The first kind of a change stays (what was
-- made and changed at once was made), its data are the last.
CREATE FUNCTION keep_webhook_events(p_events jsonb) RETURNS void LANGUAGE sql SET search_path = public AS $$
  WITH wanted AS (
    SELECT DISTINCT ON (x.subject) x.kind, x.subject, x.data FROM jsonb_to_recordset(p_events) AS x(kind text, subject text, data jsonb, place bigint)
    WHERE EXISTS (SELECT 1 FROM webhook_endpoint e
      WHERE e.organization_id = current_organization() AND e.state = 'active' AND x.kind = ANY (e.kinds))
    ORDER BY x.subject, x.place DESC NULLS LAST
  ), kept AS (
    INSERT INTO webhook_event (organization_id, id, kind, subject, change, data)
    SELECT current_organization(), uuid_v7(), w.kind, w.subject, pg_current_xact_id()::text::bigint, w.data FROM wanted w
    ON CONFLICT (organization_id, subject, change) DO UPDATE SET data = EXCLUDED.data
    RETURNING id, kind
  )
  INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id)
  SELECT current_organization(), uuid_v7(), e.id, k.id FROM kept k
  JOIN webhook_endpoint e ON e.organization_id = current_organization() AND e.state = 'active' AND k.kind = ANY (e.kinds)
  ON CONFLICT (organization_id, event_id, endpoint_id) DO NOTHING
$$;

-- Whether anybody is told of anything: all that a company without addresses pays.
CREATE FUNCTION has_webhooks() RETURNS boolean LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active')
$$;

CREATE FUNCTION tell_orders() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'order.created', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n;
  ELSE
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'order.updated', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE order_said(o.*) <> order_said(n.*);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION order_said(o orders) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT jsonb_build_object('id', o.id, 'code', o.code, 'platform', o.platform, 'outletId', o.outlet_id, 'status', o.status, 'units', o.units,
    'totalCents', o.total_cents::text, 'revenueCents', o.revenue_cents::text, 'cancellationAsked', o.cancellation_asked, 'inReturn', o.in_return)
$$;

CREATE FUNCTION tell_stock() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks() THEN RETURN NULL; END IF;
  PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'stock.changed', 'subject', 'stock ' || n.product_id || ' ' || n.location_id,
    'place', n.id, 'data', jsonb_build_object('productId', n.product_id, 'locationId', n.location_id, 'cause', n.kind,
      'onHand', n.on_hand_after, 'reserved', n.reserved_after))))
  FROM after n;
  RETURN NULL;
END $$;

CREATE FUNCTION tell_payouts() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n WHERE n.released_cents IS NOT NULL;
  ELSE
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE payout_said(o.*) <> payout_said(n.*);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION payout_said(s settlement) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT jsonb_build_object('id', s.id, 'orderId', s.order_id, 'shopId', s.shop_id, 'orderCode', s.external_code, 'state', s.state,
    'expectedCents', s.expected_cents::text, 'releasedCents', s.released_cents::text, 'adjustedCents', s.adjusted_cents::text,
    'differenceCents', s.difference_cents::text)
$$;

CREATE FUNCTION tell_cases() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NOT has_webhooks() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'case.opened', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n;
  ELSE
    PERFORM keep_webhook_events(jsonb_agg(jsonb_build_object('kind', 'case.changed', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE case_said(o.*) <> case_said(n.*);
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION case_said(c recovery_case) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT jsonb_build_object('id', c.id, 'number', c.number, 'shopId', c.shop_id, 'cause', c.cause, 'state', c.state, 'deadline', c.deadline,
    'amountCents', c.amount_cents::text, 'recoveredCents', c.recovered_cents::text)
$$;

CREATE TRIGGER orders_told_added AFTER INSERT ON orders REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
CREATE TRIGGER orders_told_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
CREATE TRIGGER stock_told AFTER INSERT ON stock_movement REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_stock();
CREATE TRIGGER payouts_told_added AFTER INSERT ON settlement REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_payouts();
CREATE TRIGGER payouts_told_changed AFTER UPDATE ON settlement REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_payouts();
CREATE TRIGGER cases_told_added AFTER INSERT ON recovery_case REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_cases();
CREATE TRIGGER cases_told_changed AFTER UPDATE ON recovery_case REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_cases();

-- Addresses with something due that do not rest.
CREATE FUNCTION list_due_webhooks() RETURNS TABLE (organization_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.organization_id, e.id FROM webhook_endpoint e
  WHERE e.state = 'active' AND (e.rests_until IS NULL OR e.rests_until <= now())
    AND EXISTS (SELECT 1 FROM webhook_delivery d
      WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= now())
$$;
REVOKE ALL ON FUNCTION list_due_webhooks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_due_webhooks TO mascate_worker;

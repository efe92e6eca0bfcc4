CREATE EXTENSION IF NOT EXISTS btree_gin;

-- ---------------------------------------------------------------- what finds and sorts an order, kept beside it

CREATE TABLE "order_desk" (
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "revenue_cents" BIGINT NOT NULL,
    "margin_cents" BIGINT,
    "unmapped" BOOLEAN NOT NULL,
    "words" TEXT NOT NULL,
    "buyer_words" TEXT,

    CONSTRAINT "order_desk_pkey" PRIMARY KEY ("organization_id","order_id")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "saved_view_default" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "saved_view_default_pkey" PRIMARY KEY ("organization_id","user_id","list")
);

-- CreateIndex
CREATE INDEX "order_desk_by_time" ON "order_desk"("organization_id", "placed_at" DESC, "order_id" DESC);

-- CreateIndex
CREATE INDEX "order_desk_by_value" ON "order_desk"("organization_id", "revenue_cents" DESC, "order_id" DESC);

-- CreateIndex
CREATE INDEX "saved_view_organization_id_list_user_id_idx" ON "saved_view"("organization_id", "list", "user_id");

-- CreateIndex
CREATE INDEX "saved_view_default_organization_id_view_id_idx" ON "saved_view_default"("organization_id", "view_id");

-- AddForeignKey
ALTER TABLE "order_desk" ADD CONSTRAINT "order_desk_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "saved_view_default" ADD CONSTRAINT "saved_view_default_organization_id_view_id_fkey" FOREIGN KEY ("organization_id", "view_id") REFERENCES "saved_view"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

CREATE INDEX order_desk_by_margin ON order_desk (organization_id, margin_cents, order_id) WHERE margin_cents IS NOT NULL;
CREATE INDEX order_desk_negative ON order_desk (organization_id, placed_at DESC, order_id DESC) WHERE margin_cents < 0;
CREATE INDEX order_desk_unmapped ON order_desk (organization_id, placed_at DESC, order_id DESC) WHERE unmapped;
-- A short list of entries to come, since every search reads it to its end. Partial in word only, so that Prisma, which cannot say it, lets it be.
CREATE INDEX order_desk_words ON order_desk USING gin (organization_id, words gin_trgm_ops, buyer_words gin_trgm_ops)
  WITH (gin_pending_list_limit = 256) WHERE organization_id IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['order_desk', 'saved_view', 'saved_view_default'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
END $$;
GRANT DELETE ON saved_view, saved_view_default TO mascate_app, mascate_worker;
-- The search runs as the owner: LIKE may only use an index where no policy stands before it.
CREATE POLICY directory ON order_desk FOR SELECT TO CURRENT_USER USING (true);

-- ---------------------------------------------------------------- kept by the database

-- What a sale leaves once its goods are paid; null while the cost of one item is unknown, and for what is no sale.
CREATE FUNCTION order_margins(p_orders uuid[]) RETURNS TABLE (order_id uuid, margin_cents bigint) LANGUAGE sql STABLE SET search_path = public AS $$
  WITH payout AS MATERIALIZED (
    SELECT m.order_id, sum(m.amount_cents) AS cents FROM order_money(p_orders) m GROUP BY 1
  ), cost AS MATERIALIZED (
    SELECT i.order_id, sum(round(i.unit_cost * i.quantity * i.product_quantity, 2)) * 100 AS cents FROM order_item i
    WHERE i.organization_id = current_organization() AND i.order_id = ANY (p_orders)
    GROUP BY 1 HAVING count(*) = count(i.unit_cost)
  )
  SELECT o.id, (p.cents - c.cents)::bigint FROM orders o JOIN payout p ON p.order_id = o.id JOIN cost c ON c.order_id = o.id
  WHERE o.organization_id = current_organization() AND o.id = ANY (p_orders) AND o.status NOT IN ('pending', 'cancelled')
$$;

-- Writes the one row of each of these orders anew where it differs. append_order_deltas calls it after every change of an order; whoever
-- fills orders by other ways calls it too.
CREATE FUNCTION refresh_order_desk(p_orders uuid[]) RETURNS void LANGUAGE sql SET search_path = public AS $$
  INSERT INTO order_desk AS d (organization_id, order_id, placed_at, revenue_cents, margin_cents, unmapped, words, buyer_words)
  SELECT o.organization_id, o.id, o.placed_at, o.revenue_cents, m.margin_cents, coalesce(i.unmapped, false),
    search_text(concat_ws(' ', o.code, nullif(o.external_code, o.code), o.tracking_number, i.skus, (
      SELECT string_agg(DISTINCT k.tracking_number, ' ') FROM package k WHERE k.organization_id = current_organization() AND k.order_id = o.id
        AND k.tracking_number IS DISTINCT FROM o.tracking_number))),
    search_text(nullif(concat_ws(' ', o.customer_name, b.name, b.username), ''))
  FROM orders o
  LEFT JOIN order_margins(p_orders) m ON m.order_id = o.id
  LEFT JOIN order_buyer b ON b.organization_id = current_organization() AND b.order_id = o.id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.product_id IS NULL) AS unmapped,
      string_agg(DISTINCT concat_ws(' ', t.sku, CASE WHEN p.sku::text IS DISTINCT FROM t.sku THEN p.sku::text END), ' ') AS skus
    FROM order_item t LEFT JOIN product p ON p.organization_id = current_organization() AND p.id = t.product_id
    WHERE t.organization_id = current_organization() AND t.order_id = o.id
  ) i
  WHERE o.organization_id = current_organization() AND o.id = ANY (p_orders)
  ORDER BY o.id
  ON CONFLICT (organization_id, order_id) DO UPDATE SET placed_at = excluded.placed_at, revenue_cents = excluded.revenue_cents,
    margin_cents = excluded.margin_cents, unmapped = excluded.unmapped, words = excluded.words, buyer_words = excluded.buyer_words
  WHERE (d.placed_at, d.revenue_cents, d.margin_cents, d.unmapped, d.words, d.buyer_words) IS DISTINCT FROM
    (excluded.placed_at, excluded.revenue_cents, excluded.margin_cents, excluded.unmapped, excluded.words, excluded.buyer_words)
$$;

CREATE FUNCTION refresh_this_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  PERFORM refresh_order_desk(ARRAY[CASE TG_TABLE_NAME WHEN 'orders' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'order_id' END::uuid]);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_renamed AFTER UPDATE OF code, external_code, tracking_number, customer_name ON orders FOR EACH ROW
  WHEN ((OLD.code, OLD.external_code, OLD.tracking_number, OLD.customer_name) IS DISTINCT FROM
    (NEW.code, NEW.external_code, NEW.tracking_number, NEW.customer_name))
  EXECUTE FUNCTION refresh_this_order();
CREATE TRIGGER package_tracked AFTER UPDATE OF tracking_number, order_id ON package FOR EACH ROW
  WHEN ((OLD.tracking_number, OLD.order_id) IS DISTINCT FROM (NEW.tracking_number, NEW.order_id))
  EXECUTE FUNCTION refresh_this_order();
CREATE TRIGGER order_buyer_renamed AFTER UPDATE OF name, username ON order_buyer FOR EACH ROW
  WHEN ((OLD.name, OLD.username) IS DISTINCT FROM (NEW.name, NEW.username))
  EXECUTE FUNCTION refresh_this_order();

-- Who is forgotten is found no more. Of the order itself nothing has changed.
CREATE FUNCTION forget_buyer_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  UPDATE order_desk d SET buyer_words = search_text(nullif(o.customer_name, '')) FROM gone g JOIN orders o
    ON o.organization_id = g.organization_id AND o.id = g.order_id
  WHERE d.organization_id = g.organization_id AND d.order_id = g.order_id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_buyer_forgotten AFTER DELETE ON order_buyer REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_buyer_words();

REVOKE ALL ON FUNCTION order_margins, refresh_order_desk FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_margins, refresh_order_desk TO mascate_app, mascate_worker;

-- As before; each order's row of the desk follows at the end of every change.
CREATE OR REPLACE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void LANGUAGE sql SET search_path = public AS $$
  WITH o AS MATERIALIZED (
    SELECT id, local_day, outlet_id, platform, coalesce(local_hour, 0) AS hour, coalesce(buyer_state, '') AS state, status, units, revenue_cents,
      fees_charged_cents, fees_estimated_cents, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), money AS MATERIALIZED (
    SELECT m.order_id, m.kind, m.basis, sum(m.amount_cents)::bigint AS amount_cents FROM order_money(p_orders) m GROUP BY 1, 2, 3
  ), taken AS MATERIALIZED (
    SELECT o.id AS order_id, o.revenue_cents - coalesce(sum(m.amount_cents), 0)::bigint AS deductions
    FROM o LEFT JOIN money m ON m.order_id = o.id WHERE o.valid GROUP BY o.id, o.revenue_cents
  ), item AS (
    SELECT o.local_day, o.outlet_id, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.subtotal_cents, i.packaging_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost, t.deductions,
      sum(i.subtotal_cents) OVER w AS subtotal_to_here, sum(i.subtotal_cents) OVER (PARTITION BY i.order_id) AS subtotal_of_all,
      row_number() OVER w AS place
    FROM o JOIN order_item i ON i.organization_id = current_organization() AND i.order_id = o.id JOIN taken t ON t.order_id = o.id
    WHERE o.valid
    WINDOW w AS (PARTITION BY i.order_id ORDER BY i.line)
  ), i AS MATERIALIZED (
    SELECT item.*, CASE WHEN subtotal_of_all > 0
        THEN round(deductions * subtotal_to_here / subtotal_of_all) - round(deductions * (subtotal_to_here - subtotal_cents) / subtotal_of_all)
        WHEN place = 1 THEN deductions ELSE 0 END AS share
    FROM item
  ), by_order AS (
    SELECT order_id, sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL) AS with_cost, sum(cost) AS cost, sum(packaging_cents) AS packaging FROM i GROUP BY 1
  ), days AS (
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, o.platform, o.hour, o.state, p_sign * count(*),
      p_sign * count(*) FILTER (WHERE status = 'pending'), p_sign * count(*) FILTER (WHERE status = 'confirmed'),
      p_sign * count(*) FILTER (WHERE status = 'processing'), p_sign * count(*) FILTER (WHERE status = 'shipped'),
      p_sign * count(*) FILTER (WHERE status = 'delivered'), p_sign * count(*) FILTER (WHERE status = 'cancelled'),
      p_sign * coalesce(sum(o.units) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE status = 'cancelled'), 0),
      p_sign * coalesce(sum(o.fees_charged_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(o.fees_estimated_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL AND o.fees_estimated_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(b.with_cost), 0), p_sign * coalesce(sum(b.cost), 0),
      p_sign * coalesce(sum(t.deductions), 0), p_sign * coalesce(sum(b.packaging), 0)
    FROM o LEFT JOIN by_order b ON b.order_id = o.id LEFT JOIN taken t ON t.order_id = o.id
    GROUP BY o.local_day, o.outlet_id, o.platform, o.hour, o.state
  ), amounts AS (
    INSERT INTO money_day_delta (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, m.kind, m.basis, p_sign * count(*), p_sign * sum(m.amount_cents)
    FROM money m JOIN o ON o.id = m.order_id GROUP BY 2, 3, 4, 5
  )
  INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
    deductions_cents, packaging_cents)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0),
    p_sign * sum(share), p_sign * sum(packaging_cents)
  FROM i GROUP BY 2, 3, 4, 5;
  SELECT refresh_order_desk(p_orders) WHERE p_sign > 0
$$;

-- ---------------------------------------------------------------- search

-- The newest orders (or, backwards, those nearest after a place) in which every one of these folded patterns stands, buyers' names only
-- where asked. Runs as the owner and so keeps to the organization by itself; who calls it joins orders, whose policies decide what is seen.
-- A common word is among the newest thousands and never needs the index; a rare one is read from it. What is common, but not of late,
-- is looked for backwards in time.
CREATE FUNCTION search_orders(p_patterns text[], p_buyers boolean, p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid,
  p_backwards boolean, p_limit integer)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  walked constant integer := 2000;
  gathered constant integer := 30000;
  v_org constant uuid := current_organization();
  v_range text := format('d.organization_id = %L', v_org);
  v_match text;
  v_order text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_walk text;
  v_matching text;
  v_ids uuid[];
  v_gathered integer;
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  SELECT string_agg(format(CASE WHEN p_buyers THEN '(d.words LIKE %1$L OR d.buyer_words LIKE %1$L)' ELSE 'd.words LIKE %1$L' END, p), ' AND ')
  INTO v_match FROM unnest(p_patterns) p;
  IF p_from IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at >= %L', p_from); END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at < %L', p_until); END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(CASE WHEN p_backwards THEN ' AND (d.placed_at, d.order_id) > (%L::timestamptz, %L::uuid)'
      ELSE ' AND (d.placed_at, d.order_id) < (%L::timestamptz, %L::uuid)' END, p_at, p_id);
  END IF;
  -- The inner limit keeps the words out of the reading of the index by time.
  v_walk := format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_desk d WHERE %s ORDER BY %s LIMIT ', v_range, v_order);
  v_matching := format(') d WHERE %s ORDER BY %s LIMIT %s)', v_match, v_order, coalesce(p_limit::text, 'ALL'));

  IF p_limit <= walked THEN
    EXECUTE v_walk || walked || v_matching INTO v_ids;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  EXECUTE format('WITH hit AS MATERIALIZED (SELECT d.order_id, d.placed_at FROM order_desk d WHERE %s AND %s LIMIT %s)
    SELECT (SELECT count(*) FROM hit), ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)',
    v_range, v_match, CASE WHEN p_limit IS NULL THEN 'ALL' ELSE (gathered + 1)::text END, v_order, coalesce(p_limit::text, 'ALL'))
    INTO v_gathered, v_ids;
  IF p_limit IS NOT NULL AND v_gathered > gathered THEN EXECUTE v_walk || gathered * 1000 || v_matching INTO v_ids; END IF;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_orders TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- orders before this migration

DO $$
DECLARE
  v_org uuid;
  v_month date;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    FOR v_month IN SELECT DISTINCT date_trunc('month', o.local_day)::date FROM orders o WHERE o.organization_id = v_org ORDER BY 1 LOOP
      PERFORM refresh_order_desk(array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.local_day >= v_month
        AND o.local_day < v_month + interval '1 month'));
    END LOOP;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

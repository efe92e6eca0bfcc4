-- ---------------------------------------------------------------- products over long periods

-- Each item's sales of a month, a quarter and a year, all outlets together: any period is a few of these and some days (lib/dashboard/spans.ts).
CREATE TABLE "product_span" (
    "organization_id" UUID NOT NULL,
    "months" SMALLINT NOT NULL,
    "start" DATE NOT NULL,
    "item_key" UUID NOT NULL,
    "mapped" BOOLEAN NOT NULL,
    "units" BIGINT NOT NULL DEFAULT 0,
    "revenue_cents" BIGINT NOT NULL DEFAULT 0,
    "deductions_cents" BIGINT NOT NULL DEFAULT 0,
    "packaging_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "product_span_pkey" PRIMARY KEY ("organization_id","months","start","item_key")
);
ALTER TABLE product_span ADD CONSTRAINT product_span_months_known CHECK (months IN (1, 3, 12));

-- CreateIndex
CREATE INDEX "product_day_organization_id_item_key_day_idx" ON "product_day"("organization_id", "item_key", "day");

-- Whatever is folded into product_month is added here in the same statement's wake, so the two never differ.
CREATE FUNCTION add_to_spans() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost)
    FROM (
      SELECT organization_id, month, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents, revenue_with_cost_cents, cost FROM after
      UNION ALL
      SELECT organization_id, month, item_key, mapped, -units, -revenue_cents, -deductions_cents, -packaging_cents, -revenue_with_cost_cents, -cost FROM before
    ) c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost;
  ELSE
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost)
    FROM after c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER product_month_inserted AFTER INSERT ON product_month REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_spans();
CREATE TRIGGER product_month_updated AFTER UPDATE ON product_month REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_spans();

-- ---------------------------------------------------------------- buyers who come back

-- What each buyer (by the keyed hash that outlives the personal data) bought in each month, by outlet: a shop counts its own buyers.
CREATE TABLE "buyer_month" (
    "organization_id" UUID NOT NULL,
    "outlet_id" UUID NOT NULL,
    "buyer_key" BYTEA NOT NULL,
    "month" DATE NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "revenue_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "buyer_month_pkey" PRIMARY KEY ("organization_id","outlet_id","buyer_key","month")
);

-- Appended in the order's own transaction, folded by the worker.
CREATE TABLE "buyer_delta" (
    "organization_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "outlet_id" UUID NOT NULL,
    "buyer_key" BYTEA NOT NULL,
    "month" DATE NOT NULL,
    "orders" BIGINT NOT NULL,
    "revenue_cents" BIGINT NOT NULL,

    CONSTRAINT "buyer_delta_pkey" PRIMARY KEY ("organization_id","id")
);

-- Of the buyers whose first month in the outlet this was: how many bought in which month, and what.
CREATE TABLE "cohort_month" (
    "organization_id" UUID NOT NULL,
    "outlet_id" UUID NOT NULL,
    "first_month" DATE NOT NULL,
    "month" DATE NOT NULL,
    "buyers" BIGINT NOT NULL DEFAULT 0,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "revenue_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "cohort_month_pkey" PRIMARY KEY ("organization_id","first_month","month","outlet_id")
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['product_span', 'buyer_month', 'buyer_delta', 'cohort_month'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT ON %I TO mascate_app, mascate_worker', t);
    IF t <> 'product_span' THEN
      EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
        CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(outlet_id = ANY ((SELECT visible_outlets())::uuid[]), false) END)', t);
    END IF;
  END LOOP;
END $$;
-- It knows no outlets, so only who reads the whole company reads it; the others read product_month.
CREATE POLICY entity ON product_span AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING ((SELECT visible_outlets()) IS NULL);
GRANT INSERT, UPDATE ON product_span, buyer_month, cohort_month TO mascate_worker;
GRANT INSERT ON buyer_delta TO mascate_app, mascate_worker;
GRANT DELETE ON buyer_delta TO mascate_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO mascate_app, mascate_worker;

-- An order counts for its buyer while it is a sale: neither pending nor cancelled.
CREATE FUNCTION note_buyer() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.buyer_key IS NOT NULL AND OLD.status NOT IN ('pending', 'cancelled') THEN
    INSERT INTO buyer_delta (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    VALUES (OLD.organization_id, OLD.outlet_id, OLD.buyer_key, date_trunc('month', OLD.local_day)::date, -1, -OLD.revenue_cents);
  END IF;
  IF NEW.buyer_key IS NOT NULL AND NEW.status NOT IN ('pending', 'cancelled') THEN
    INSERT INTO buyer_delta (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    VALUES (NEW.organization_id, NEW.outlet_id, NEW.buyer_key, date_trunc('month', NEW.local_day)::date, 1, NEW.revenue_cents);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_buyer_came AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.buyer_key IS NOT NULL AND NEW.status NOT IN ('pending', 'cancelled')) EXECUTE FUNCTION note_buyer();
CREATE TRIGGER orders_buyer_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((NEW.buyer_key IS NOT NULL OR OLD.buyer_key IS NOT NULL) AND (
    NEW.buyer_key IS DISTINCT FROM OLD.buyer_key OR NEW.revenue_cents <> OLD.revenue_cents OR NEW.local_day <> OLD.local_day
    OR NEW.outlet_id <> OLD.outlet_id OR (NEW.status IN ('pending', 'cancelled')) <> (OLD.status IN ('pending', 'cancelled'))))
  EXECUTE FUNCTION note_buyer();

-- Folds up to p_limit appended rows: those buyers leave their cohorts as they were and enter them as they are now. Answers how many rows it took.
CREATE FUNCTION fold_buyers(p_limit integer) RETURNS integer LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_buyers:' || v_org, 0));
  WITH taken AS (
    DELETE FROM buyer_delta WHERE organization_id = v_org
      AND id IN (SELECT id FROM buyer_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit)
    RETURNING *
  ), change AS MATERIALIZED (
    SELECT outlet_id, buyer_key, month, sum(orders)::bigint AS orders, sum(revenue_cents)::bigint AS revenue FROM taken
    GROUP BY 1, 2, 3 HAVING sum(orders) <> 0 OR sum(revenue_cents) <> 0
  ), months AS (
    INSERT INTO buyer_month AS m (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    SELECT v_org, outlet_id, buyer_key, month, orders, revenue FROM change ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, outlet_id, buyer_key, month) DO UPDATE SET
      orders = m.orders + excluded.orders, revenue_cents = m.revenue_cents + excluded.revenue_cents
  ), before AS MATERIALIZED (
    SELECT m.outlet_id, m.buyer_key, m.month, m.orders, m.revenue_cents AS revenue
    FROM (SELECT DISTINCT outlet_id, buyer_key FROM change) b
    JOIN buyer_month m ON m.organization_id = v_org AND m.outlet_id = b.outlet_id AND m.buyer_key = b.buyer_key
  ), after AS (
    SELECT outlet_id, buyer_key, month, sum(orders) AS orders, sum(revenue) AS revenue
    FROM (SELECT * FROM before UNION ALL SELECT * FROM change) a GROUP BY 1, 2, 3
  ), moved AS (
    SELECT outlet_id, min(month) OVER (PARTITION BY outlet_id, buyer_key) AS first_month, month, -1 AS buyers, -orders AS orders, -revenue AS revenue
    FROM before WHERE orders > 0
    UNION ALL
    SELECT outlet_id, min(month) OVER (PARTITION BY outlet_id, buyer_key), month, 1, orders, revenue FROM after WHERE orders > 0
  ), cohorts AS (
    INSERT INTO cohort_month AS c (organization_id, outlet_id, first_month, month, buyers, orders, revenue_cents)
    SELECT v_org, outlet_id, first_month, month, sum(buyers), sum(orders), sum(revenue) FROM moved
    GROUP BY 2, 3, 4 HAVING sum(buyers) <> 0 OR sum(orders) <> 0 OR sum(revenue) <> 0 ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, first_month, month, outlet_id) DO UPDATE SET
      buyers = c.buyers + excluded.buyers, orders = c.orders + excluded.orders, revenue_cents = c.revenue_cents + excluded.revenue_cents
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_buyers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_buyers TO mascate_worker;

-- ---------------------------------------------------------------- what was cancelled and came back

CREATE INDEX orders_cancelled ON orders (organization_id, local_day DESC, id DESC) WHERE status = 'cancelled';
CREATE INDEX order_return_opened ON order_return (organization_id, opened_at DESC, id DESC);

-- ---------------------------------------------------------------- what was sold before this migration

DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    INSERT INTO product_span (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT v_org, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents), sum(c.deductions_cents),
      sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost)
    FROM product_month c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    WHERE c.organization_id = v_org GROUP BY 2, 3, 4, 5;
    INSERT INTO buyer_month (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    SELECT v_org, outlet_id, buyer_key, date_trunc('month', local_day)::date, count(*), sum(revenue_cents) FROM orders
    WHERE organization_id = v_org AND buyer_key IS NOT NULL AND status NOT IN ('pending', 'cancelled') GROUP BY 2, 3, 4;
    INSERT INTO cohort_month (organization_id, outlet_id, first_month, month, buyers, orders, revenue_cents)
    SELECT v_org, outlet_id, first_month, month, count(*), sum(orders), sum(revenue_cents)
    FROM (SELECT *, min(month) OVER (PARTITION BY outlet_id, buyer_key) AS first_month FROM buyer_month WHERE organization_id = v_org) m
    GROUP BY 2, 3, 4;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

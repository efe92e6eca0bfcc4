-- ---------------------------------------------------------------- what an order keeps of its day

ALTER TABLE orders ADD COLUMN local_hour smallint CHECK (local_hour BETWEEN 0 AND 23), ADD COLUMN buyer_state text;
ALTER TABLE order_item ADD COLUMN packaging_cents bigint NOT NULL DEFAULT 0;

-- The hour is cut with the zone of the day it was placed, as local_day is: a later change of the zone cuts nothing anew.
CREATE FUNCTION keep_local_hour() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  NEW.local_hour := extract(hour FROM NEW.placed_at AT TIME ZONE (
    SELECT g.time_zone FROM organization g WHERE g.organization_id = NEW.organization_id));
  RETURN NEW;
END $$;
CREATE TRIGGER orders_local_hour BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION keep_local_hour();

-- Packaging as it cost when the item came to its product; a kit's is its own.
CREATE FUNCTION keep_packaging() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  NEW.packaging_cents := coalesce((SELECT p.packaging_cost_cents FROM product p
    WHERE p.organization_id = NEW.organization_id AND p.id = NEW.product_id), 0) * NEW.quantity * NEW.product_quantity;
  RETURN NEW;
END $$;
CREATE TRIGGER order_item_packaging BEFORE INSERT OR UPDATE OF product_id, product_quantity, quantity ON order_item
  FOR EACH ROW WHEN (NEW.product_id IS NOT NULL) EXECUTE FUNCTION keep_packaging();
CREATE FUNCTION drop_packaging() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  NEW.packaging_cents := 0;
  RETURN NEW;
END $$;
CREATE TRIGGER order_item_no_packaging BEFORE UPDATE OF product_id ON order_item
  FOR EACH ROW WHEN (NEW.product_id IS NULL) EXECUTE FUNCTION drop_packaging();

-- ---------------------------------------------------------------- money of orders, line by line

-- The money of these orders by kind, signed from the seller's side, of each kind the best source: the API's word over the export's over
-- the rule's. A sale without a line of its revenue has the one the order says; without any line, the fee the order says. Of a cancelled
-- order only what the API says was moved counts; an unpaid one has none.
CREATE FUNCTION order_money(p_orders uuid[]) RETURNS TABLE (order_id uuid, kind "MoneyKind", basis "MoneyBasis", amount_cents bigint)
LANGUAGE sql STABLE SET search_path = public AS $$
  WITH o AS MATERIALIZED (
    SELECT id, platform, status <> 'cancelled' AS valid, platform_status = 'COMPLETED' AS completed, revenue_cents, fees_charged_cents
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders) AND status <> 'pending'
  ), ranked AS (
    SELECT m.order_id, m.kind, m.source, m.amount_cents, o.completed,
      dense_rank() OVER (PARTITION BY m.order_id, m.kind ORDER BY m.source DESC) AS place
    FROM money_line m JOIN o ON o.id = m.order_id
    WHERE m.organization_id = current_organization() AND m.order_id = ANY (p_orders) AND (o.valid OR m.source = 'api')
  ), line AS MATERIALIZED (
    SELECT order_id, kind, CASE WHEN source = 'rule' THEN 'estimated' WHEN source = 'api' AND completed THEN 'settled' ELSE 'charged' END::"MoneyBasis" AS basis,
      sum(amount_cents)::bigint AS amount_cents
    FROM ranked WHERE place = 1 GROUP BY 1, 2, 3
  )
  SELECT * FROM line
  UNION ALL
  SELECT o.id, 'product_revenue', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", o.revenue_cents
  FROM o WHERE o.valid AND NOT EXISTS (SELECT 1 FROM line l WHERE l.order_id = o.id AND l.kind = 'product_revenue')
  UNION ALL
  SELECT o.id, 'channel_fee', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", -o.fees_charged_cents
  FROM o WHERE o.valid AND o.fees_charged_cents <> 0 AND NOT EXISTS (SELECT 1 FROM line l WHERE l.order_id = o.id)
$$;
REVOKE ALL ON FUNCTION order_money FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_money TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- roll-ups of the result

ALTER TABLE sales_day ADD COLUMN deductions_cents bigint NOT NULL DEFAULT 0, ADD COLUMN packaging_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE sales_day_delta ADD COLUMN deductions_cents bigint NOT NULL DEFAULT 0, ADD COLUMN packaging_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN hour smallint NOT NULL DEFAULT 0, ADD COLUMN state text NOT NULL DEFAULT '';
ALTER TABLE product_day ADD COLUMN deductions_cents bigint NOT NULL DEFAULT 0, ADD COLUMN packaging_cents bigint NOT NULL DEFAULT 0;
ALTER TABLE product_day_delta ADD COLUMN deductions_cents bigint NOT NULL DEFAULT 0, ADD COLUMN packaging_cents bigint NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "sales_hour" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "outlet_id" UUID NOT NULL,
    "hour" SMALLINT NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "units" BIGINT NOT NULL DEFAULT 0,
    "gross_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sales_hour_pkey" PRIMARY KEY ("organization_id","day","outlet_id","hour")
);

-- CreateTable
CREATE TABLE "sales_state" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "outlet_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "units" BIGINT NOT NULL DEFAULT 0,
    "gross_cents" BIGINT NOT NULL DEFAULT 0,
    "deductions_cents" BIGINT NOT NULL DEFAULT 0,
    "packaging_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "sales_state_pkey" PRIMARY KEY ("organization_id","day","outlet_id","state")
);

-- CreateTable
CREATE TABLE "product_month" (
    "organization_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "item_key" UUID NOT NULL,
    "outlet_id" UUID NOT NULL,
    "mapped" BOOLEAN NOT NULL,
    "units" BIGINT NOT NULL DEFAULT 0,
    "revenue_cents" BIGINT NOT NULL DEFAULT 0,
    "deductions_cents" BIGINT NOT NULL DEFAULT 0,
    "packaging_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "product_month_pkey" PRIMARY KEY ("organization_id","month","item_key","outlet_id")
);

-- CreateTable
CREATE TABLE "money_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "outlet_id" UUID NOT NULL,
    "kind" "MoneyKind" NOT NULL,
    "basis" "MoneyBasis" NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "amount_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "money_day_pkey" PRIMARY KEY ("organization_id","day","outlet_id","kind","basis")
);

-- CreateTable
CREATE TABLE "money_day_delta" (
    "organization_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "outlet_id" UUID NOT NULL,
    "kind" "MoneyKind" NOT NULL,
    "basis" "MoneyBasis" NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "amount_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "money_day_delta_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "money_day_delta_organization_id_day_idx" ON "money_day_delta"("organization_id", "day");

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['sales_hour', 'sales_state', 'product_month', 'money_day', 'money_day_delta'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(outlet_id = ANY ((SELECT visible_outlets())::uuid[]), false) END)', t);
    EXECUTE format('GRANT SELECT ON %I TO mascate_app, mascate_worker', t);
    EXECUTE format('GRANT INSERT, UPDATE ON %I TO mascate_worker', t);
  END LOOP;
END $$;
GRANT INSERT ON money_day_delta TO mascate_app;
GRANT DELETE ON money_day_delta TO mascate_worker;
REVOKE UPDATE ON money_day_delta FROM mascate_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO mascate_app, mascate_worker;

-- Appends what these orders count for in the roll-ups, times p_sign: −1 before an order changes, +1 after.
-- Valid orders (neither pending nor cancelled) count as sales; a day is the day the order was placed, in the organization's zone.
-- Deductions are what a sale's money lines take from its revenue; each item bears its share by subtotal, rounded so that the shares add up.
CREATE OR REPLACE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void LANGUAGE sql SET search_path = public AS $$
  WITH o AS MATERIALIZED (
    SELECT id, local_day, outlet_id, platform, coalesce(local_hour, 0) AS hour, coalesce(buyer_state, '') AS state, status, units, revenue_cents,
      fees_charged_cents, fees_estimated_cents, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), money AS MATERIALIZED (
    SELECT m.order_id, m.kind, m.basis, m.amount_cents FROM order_money(p_orders) m
  ), taken AS MATERIALIZED (
    SELECT o.id AS order_id, o.revenue_cents - coalesce(sum(m.amount_cents), 0)::bigint AS deductions
    FROM o LEFT JOIN money m ON m.order_id = o.id WHERE o.valid GROUP BY o.id, o.revenue_cents
  ), item AS (
    SELECT o.local_day, o.outlet_id, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.subtotal_cents, i.packaging_cents, i.unit_cost * i.quantity * i.product_quantity AS cost, t.deductions,
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
  FROM i GROUP BY 2, 3, 4, 5
$$;

-- Folds up to p_limit appended rows of each kind into the roll-ups; what a reader adds up stays the same. Answers how many rows it took.
CREATE OR REPLACE FUNCTION fold_sales(p_limit integer) RETURNS integer LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_sales integer;
  v_products integer;
  v_amounts integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || v_org, 0));
  WITH taken AS (
    DELETE FROM sales_day_delta WHERE organization_id = v_org
      AND id IN (SELECT id FROM sales_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit)
    RETURNING *
  ), days AS (
    INSERT INTO sales_day AS d (organization_id, day, outlet_id, platform, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
    SELECT v_org, day, outlet_id, platform, sum(orders), sum(pending), sum(confirmed), sum(processing), sum(shipped), sum(delivered), sum(cancelled),
      sum(units), sum(gross_cents), sum(cancelled_cents), sum(fees_charged_cents), sum(gross_charged_cents), sum(fees_estimated_cents), sum(gross_estimated_cents),
      sum(revenue_with_cost_cents), sum(cost), sum(deductions_cents), sum(packaging_cents)
    FROM taken GROUP BY day, outlet_id, platform ORDER BY day, outlet_id
    ON CONFLICT (organization_id, day, outlet_id) DO UPDATE SET
      orders = d.orders + excluded.orders, pending = d.pending + excluded.pending, confirmed = d.confirmed + excluded.confirmed,
      processing = d.processing + excluded.processing, shipped = d.shipped + excluded.shipped, delivered = d.delivered + excluded.delivered,
      cancelled = d.cancelled + excluded.cancelled, units = d.units + excluded.units, gross_cents = d.gross_cents + excluded.gross_cents,
      cancelled_cents = d.cancelled_cents + excluded.cancelled_cents, fees_charged_cents = d.fees_charged_cents + excluded.fees_charged_cents,
      gross_charged_cents = d.gross_charged_cents + excluded.gross_charged_cents, fees_estimated_cents = d.fees_estimated_cents + excluded.fees_estimated_cents,
      gross_estimated_cents = d.gross_estimated_cents + excluded.gross_estimated_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents
  ), valid AS (
    SELECT *, orders - pending - cancelled AS sales FROM taken
  ), hours AS (
    INSERT INTO sales_hour AS h (organization_id, day, outlet_id, hour, orders, units, gross_cents)
    SELECT v_org, day, outlet_id, hour, sum(sales), sum(units), sum(gross_cents) FROM valid GROUP BY day, outlet_id, hour ORDER BY day, outlet_id, hour
    ON CONFLICT (organization_id, day, outlet_id, hour) DO UPDATE SET
      orders = h.orders + excluded.orders, units = h.units + excluded.units, gross_cents = h.gross_cents + excluded.gross_cents
  ), states AS (
    INSERT INTO sales_state AS s (organization_id, day, outlet_id, state, orders, units, gross_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT v_org, day, outlet_id, state, sum(sales), sum(units), sum(gross_cents), sum(deductions_cents), sum(packaging_cents),
      sum(revenue_with_cost_cents), sum(cost)
    FROM valid GROUP BY day, outlet_id, state ORDER BY day, outlet_id, state
    ON CONFLICT (organization_id, day, outlet_id, state) DO UPDATE SET
      orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_cents = s.gross_cents + excluded.gross_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost
  )
  SELECT count(*) INTO v_sales FROM taken;
  WITH taken AS (
    DELETE FROM product_day_delta WHERE organization_id = v_org
      AND id IN (SELECT id FROM product_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit)
    RETURNING *
  ), days AS (
    INSERT INTO product_day AS d (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
    SELECT v_org, day, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents), sum(cost),
      sum(deductions_cents), sum(packaging_cents)
    FROM taken GROUP BY day, item_key, outlet_id, mapped ORDER BY day, item_key, outlet_id
    ON CONFLICT (organization_id, day, item_key, outlet_id) DO UPDATE SET
      units = d.units + excluded.units, revenue_cents = d.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents
  ), months AS (
    INSERT INTO product_month AS m (organization_id, month, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
    SELECT v_org, date_trunc('month', day)::date AS month, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents),
      sum(cost), sum(deductions_cents), sum(packaging_cents)
    FROM taken GROUP BY 2, item_key, outlet_id, mapped ORDER BY 2, item_key, outlet_id
    ON CONFLICT (organization_id, month, item_key, outlet_id) DO UPDATE SET
      units = m.units + excluded.units, revenue_cents = m.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = m.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = m.cost + excluded.cost,
      deductions_cents = m.deductions_cents + excluded.deductions_cents, packaging_cents = m.packaging_cents + excluded.packaging_cents
  )
  SELECT count(*) INTO v_products FROM taken;
  WITH taken AS (
    DELETE FROM money_day_delta WHERE organization_id = v_org
      AND id IN (SELECT id FROM money_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit)
    RETURNING *
  ), days AS (
    INSERT INTO money_day AS d (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT v_org, day, outlet_id, kind, basis, sum(orders), sum(amount_cents)
    FROM taken GROUP BY day, outlet_id, kind, basis ORDER BY day, outlet_id, kind, basis
    ON CONFLICT (organization_id, day, outlet_id, kind, basis) DO UPDATE SET
      orders = d.orders + excluded.orders, amount_cents = d.amount_cents + excluded.amount_cents
  )
  SELECT count(*) INTO v_amounts FROM taken;
  RETURN v_sales + v_products + v_amounts;
END $$;

-- ---------------------------------------------------------------- what was sold before this migration

DO $$
DECLARE
  v_org uuid;
  v_month date;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    UPDATE orders o SET local_hour = extract(hour FROM o.placed_at AT TIME ZONE g.time_zone) FROM organization g
    WHERE o.organization_id = v_org AND g.organization_id = v_org;
    UPDATE orders o SET buyer_state = b.state FROM order_buyer b
    WHERE o.organization_id = v_org AND b.organization_id = v_org AND b.order_id = o.id AND b.state IS NOT NULL;
    UPDATE order_item SET quantity = quantity WHERE organization_id = v_org AND product_id IS NOT NULL;
    DELETE FROM sales_day WHERE organization_id = v_org;
    DELETE FROM sales_day_delta WHERE organization_id = v_org;
    DELETE FROM product_day WHERE organization_id = v_org;
    DELETE FROM product_day_delta WHERE organization_id = v_org;
    FOR v_month IN SELECT DISTINCT date_trunc('month', o.local_day)::date FROM orders o WHERE o.organization_id = v_org ORDER BY 1 LOOP
      PERFORM append_order_deltas(array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.local_day >= v_month
        AND o.local_day < v_month + interval '1 month'), 1);
    END LOOP;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

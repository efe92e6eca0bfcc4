-- What a listing sells may be several units of its product: units are the listing's, physical_units those of the product. What turns over, how
-- long it lasts and what to buy go by the latter.
ALTER TABLE product_day ADD COLUMN physical_units bigint NOT NULL DEFAULT 0;
ALTER TABLE product_day_delta ADD COLUMN physical_units bigint NOT NULL DEFAULT 0;
ALTER TABLE product_month ADD COLUMN physical_units bigint NOT NULL DEFAULT 0;
ALTER TABLE product_span ADD COLUMN physical_units bigint NOT NULL DEFAULT 0;

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
      i.quantity, i.quantity * i.product_quantity AS physical, i.subtotal_cents, i.packaging_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost, t.deductions,
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
    deductions_cents, packaging_cents, physical_units)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0),
    p_sign * sum(share), p_sign * sum(packaging_cents), p_sign * sum(physical)
  FROM i GROUP BY 2, 3, 4, 5;
  SELECT refresh_order_desk(p_orders) WHERE p_sign > 0
$$; 

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
      AND id <= (SELECT max(id) FROM (SELECT id FROM sales_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
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
      AND id <= (SELECT max(id) FROM (SELECT id FROM product_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO product_day AS d (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, physical_units)
    SELECT v_org, day, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents), sum(cost),
      sum(deductions_cents), sum(packaging_cents), sum(physical_units)
    FROM taken GROUP BY day, item_key, outlet_id, mapped ORDER BY day, item_key, outlet_id
    ON CONFLICT (organization_id, day, item_key, outlet_id) DO UPDATE SET
      units = d.units + excluded.units, revenue_cents = d.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents,
      physical_units = d.physical_units + excluded.physical_units
  ), months AS (
    INSERT INTO product_month AS m (organization_id, month, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, physical_units)
    SELECT v_org, date_trunc('month', day)::date AS month, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents),
      sum(cost), sum(deductions_cents), sum(packaging_cents), sum(physical_units)
    FROM taken GROUP BY 2, item_key, outlet_id, mapped ORDER BY 2, item_key, outlet_id
    ON CONFLICT (organization_id, month, item_key, outlet_id) DO UPDATE SET
      units = m.units + excluded.units, revenue_cents = m.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = m.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = m.cost + excluded.cost,
      deductions_cents = m.deductions_cents + excluded.deductions_cents, packaging_cents = m.packaging_cents + excluded.packaging_cents,
      physical_units = m.physical_units + excluded.physical_units
  )
  SELECT count(*) INTO v_products FROM taken;
  WITH taken AS (
    DELETE FROM money_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM money_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
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

CREATE OR REPLACE FUNCTION add_to_spans() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost, physical_units)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost), sum(c.physical_units)
    FROM (
      SELECT organization_id, month, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents, revenue_with_cost_cents, cost, physical_units FROM after
      UNION ALL
      SELECT organization_id, month, item_key, mapped, -units, -revenue_cents, -deductions_cents, -packaging_cents, -revenue_with_cost_cents, -cost, -physical_units FROM before
    ) c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost,
      physical_units = s.physical_units + excluded.physical_units;
  ELSE
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost, physical_units)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost), sum(c.physical_units)
    FROM after c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost,
      physical_units = s.physical_units + excluded.physical_units;
  END IF;
  RETURN NULL;
END $$; 

-- What is counted so far: as many as were sold, and of packs the rest, which is appended.
DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    UPDATE product_day SET physical_units = units WHERE organization_id = v_org AND units <> 0;
    UPDATE product_day_delta SET physical_units = units WHERE organization_id = v_org AND units <> 0;
    UPDATE product_month SET physical_units = units WHERE organization_id = v_org AND units <> 0;
    INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, physical_units)
    SELECT v_org, o.local_day, coalesce(i.product_id, i.listing_id), o.outlet_id, i.product_id IS NOT NULL, sum(i.quantity * (i.product_quantity - 1))
    FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE i.organization_id = v_org AND i.product_quantity <> 1 AND o.status NOT IN ('pending', 'cancelled') GROUP BY 2, 3, 4, 5;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

-- Called by lib/jobs/tasks/keep-house.ts. Folds up to p_limit appended rows of each kind into the roll-ups; what a reader adds up stays the
-- same. Answers how many rows it took.
CREATE OR REPLACE FUNCTION fold_sales(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
REVOKE ALL ON FUNCTION fold_sales FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_sales TO mascate_worker;
